/** A game against bots as this device keeps it, and how it is shown. */

import { never } from '../lib/act'
import type { HostChair, SoloChair, SoloTold } from '../lib/screen'

export const SOLO = 'duskfall.solo'

export interface Params {
  rules: string
  seats: number
  name: string
  seed: number
  /** The language in which the bots speak, from the first word to the last. */
  tongue?: string
}

export interface KeptGame {
  params: Params
  answers: { verb: string; value: unknown }[]
  /** How much of the transcript was read. */
  seen: number
  over?: boolean
}

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
export function seated(chairs: SoloChair[]): HostChair[] {
  return chairs.map((chair) => ({
    seat: chair.seat, name: chair.name, alive: chair.alive, role: chair.role, team: '', fouls: 0, silenced: false,
    removed: false, titles: chair.titles, cards: [], nominated: false, speaking: false, first: false, link: '',
  }))
}

/** Fifty-three bits that nobody can guess. */
export function freshSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high & 0x1fffff) * 2 ** 32 + low
}

/** How long an item is left alone before the next one comes, in milliseconds. */
export function pause(item: SoloTold): number {
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
