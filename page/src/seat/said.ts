/** What a person at a table says and is shown, whatever the table. */

import { never } from '../lib/act'
import type { HostChair, SeatChair, AnyTold } from '../lib/screen'

export interface Claim {
  kind: 'role' | 'result' | 'accuse' | 'defend'
  seat: number
  word?: string
  verb?: string
}

export interface Said {
  text: string
  claims: Claim[]
  to?: number
  nominate?: number
}

/** The chairs as the seats that every form of the page shows. */
export function seated(chairs: SeatChair[]): HostChair[] {
  return chairs.map((chair) => ({
    seat: chair.seat, name: chair.name, alive: chair.alive, role: chair.role, team: '', fouls: 0, silenced: false,
    removed: false, titles: chair.titles, cards: [], nominated: false, speaking: false, first: false, link: '',
  }))
}

/** The role at a seat and its team: as far as whoever looks knows them, or, of the dead, what everybody was shown. */
export function faceOf(seat: SeatChair, open: boolean): { role: string; team: number } {
  return open ? seat : { role: seat.shown, team: seat.shown_team }
}

/** The chairs as they were before these items: whoever dies in them lives yet. */
export function before(chairs: SeatChair[], later: AnyTold[]): SeatChair[] {
  const dying = new Set(later.flatMap((item) => (item.kind === 'death' ? [item.seat] : [])))
  if (!dying.size) return chairs
  return chairs.map((chair) => (dying.has(chair.seat) ? { ...chair, alive: true, shown: '', shown_team: 0, ...(chair.you ? {} : { role: '', team: 0 }) } : chair))
}

/** Whether what only this seat was told stays covered; words among partners are read while they are together. */
export const isCovered = (item: AnyTold, now: boolean): boolean => item.private && !(now && item.kind === 'said')

/** The colour of a seat, wherever it is shown. */
export const hue = (seat: number): number => (seat * 47) % 360

/** How long an item is left alone before the next one comes, in milliseconds. */
export function pause(item: AnyTold): number {
  switch (item.kind) {
    case 'phase':
      return 700
    case 'dawn':
    case 'death':
      return 1100
    case 'vote':
      return 1300
    case 'line':
      return item.weight === 'slight' ? 250 : reading(item.text)
    case 'said':
      return reading(item.text)
    default:
      return never(item)
  }
}

const reading = (text: string): number => Math.min(2600, 380 + 16 * text.length)
