/** Reads the table aloud by the browser's own voices: one for each seat, in the viewer's language. */

import type { AnyTold } from '../lib/screen'

const FEW = 3

export const canSpeak = 'speechSynthesis' in window
let waiting = 0

function voices(language: string): SpeechSynthesisVoice[] {
  return speechSynthesis.getVoices().filter((voice) => voice.lang.toLowerCase().startsWith(language))
}

/** Read what all may hear; what only this seat was told stays silent. */
export function read(item: AnyTold, language: string): void {
  if (!canSpeak || item.private || !item.text) return
  if (waiting >= FEW) hush() // rather skip something than be late for ever
  const seat = item.kind === 'said' ? item.seat : 0
  const all = voices(language)
  const said = new SpeechSynthesisUtterance(item.text)
  said.lang = language
  said.voice = all[seat % all.length] ?? null
  said.pitch = seat ? 0.7 + ((seat * 37) % 70) / 100 : 1 // with few voices, seats differ by pitch
  said.rate = 1.1
  said.onend = said.onerror = () => (waiting = Math.max(0, waiting - 1))
  waiting += 1
  speechSynthesis.speak(said)
}

export function hush(): void {
  waiting = 0
  if (canSpeak) speechSynthesis.cancel()
}
