/** What the page says of itself about a game: whose turn it is, what one waits for, how the last vote fell. */

import type { AnyTold, Chair, SeatChair, SeatForm, SeatState } from '../lib/screen'
import { t } from '../words'

/** By seat: what plays there, where the table tells and it is no person. */
export function labelled(chairs: Chair[]): Record<number, string> {
  const found = chairs.filter((chair) => chair.kind === 'bot' || chair.kind === 'model')
  return Object.fromEntries(found.map((chair) => [chair.seat, chair.kind === 'bot' ? t('bot') : t('AI')]))
}

/** One line in the middle of the table. */
export function middle(now: SeatState, form: SeatForm | undefined, night: boolean, seats: SeatChair[], last: AnyTold | undefined): string {
  const floor = now.floor ?? []
  if (form && !night) return t('Your turn')
  if (last && !last.private && (last.kind === 'dawn' || last.kind === 'death' || (last.kind === 'line' && last.weight === 'weighty'))) return last.text
  if (night) return t('Everybody is busy in secret')
  if (floor.length === 1) return t('{name} is up', { name: name(seats, floor[0]!) })
  return floor.length ? t('The table decides') : ''
}

/** Whether nobody but this page reads: it may have what is still to be told at once. */
export function alone(chairs: Chair[], mine: number): boolean {
  const people = chairs.filter((chair) => chair.kind === 'person')
  return people.length === 1 && people[0]?.seat === mine
}

/** What stands where one's question would be, while there is none. */
export function idle(now: SeatState, night: boolean, seats: SeatChair[]): string {
  if (!now.you.seat) return t('You watch this table.')
  if (!now.you.alive) return t('You are out. Watch on, and talk with the others who are.')
  if (night) return t('Wait for the dawn')
  const floor = now.floor ?? []
  if (floor.length === 1) return t('{name} is up. Your turn will come.', { name: name(seats, floor[0]!) })
  return floor.length ? t('The others are still choosing.') : t('Listen. Your turn will come.')
}

/** The ballot that was told last in this phase: who for whom, and how many. */
export function fallen(items: AnyTold[], seats: SeatChair[]): { votes: [number, number][]; tally: Record<number, string> } {
  const last = items.findLast((item) => item.kind === 'vote' || item.kind === 'phase')
  if (last?.kind !== 'vote') return { votes: [], tally: {} }
  const numbers = new Map(seats.map((seat) => [seat.name, seat.seat]))
  const rows = last.rows.flatMap((row) => (numbers.has(row.whom) ? [{ ...row, seat: numbers.get(row.whom)! }] : []))
  return {
    votes: rows.flatMap((row) => row.voters.flatMap((voter): [number, number][] => (numbers.has(voter) ? [[numbers.get(voter)!, row.seat]] : []))),
    tally: Object.fromEntries(rows.map((row) => [row.seat, row.votes])),
  }
}

const name = (seats: SeatChair[], seat: number) => seats.find((each) => each.seat === seat)?.name ?? ''
