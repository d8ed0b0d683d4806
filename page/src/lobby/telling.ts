/** A table in words. */

import type { RoomClocks } from '../lib/screen'
import { t } from '../words'

/** Seconds as people say them. */
export function length(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds })
  const rest = seconds % 60
  const minutes = Math.floor(seconds / 60)
  return rest ? t('{minutes} min {seconds} s', { minutes, seconds: rest }) : t('{minutes} min', { minutes })
}

export function clockWords(clocks: RoomClocks): string {
  return t('{speech} a speech, {choice} a vote', { speech: length(clocks.speech), choice: length(clocks.choice) })
}
