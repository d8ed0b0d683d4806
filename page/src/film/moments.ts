/** Places in a film, without anything that moves. */

import type { Film, FilmEvent, FilmMark, SeatChair } from '../lib/screen'

/** The number of the last moment: the end, which comes after all events, or the last event. */
export const lastOf = (film: Film): number => Math.max(0, film.events.length - (film.end ? 0 : 1))

/** The chairs as they stand at a moment. */
export function chairsAt(film: Film, at: number): SeatChair[] {
  if (at >= film.events.length && film.end) return film.end.chairs
  const chairs = [...film.chairs]
  for (const event of film.events.slice(0, at + 1)) for (const chair of event.chairs) chairs[chair.seat - 1] = chair
  return chairs
}

/** What everybody sees in the same order, whoever looks: by these a moment is found again through other eyes. */
const isLandmark = ({ told }: FilmEvent): boolean => !told.private && told.kind !== 'line'

/** The moment of one film in another one of the same game. */
export function sameMoment(from: Film, at: number, to: Film): number {
  if (at >= from.events.length) return lastOf(to)
  let left = from.events.slice(0, at + 1).filter(isLandmark).length
  if (!left) return Math.min(at, lastOf(to))
  const found = to.events.findIndex((event) => isLandmark(event) && --left === 0)
  return found < 0 ? lastOf(to) : found
}

/** Where a night, a day or the end begins. */
export const isPhase = ({ kind }: FilmMark): boolean => kind === 'night' || kind === 'day' || kind === 'end'
