/** A game against bots as the engine writes it (src/duskfall/host/solo/seat_screen.py), and as this device keeps it. */

import type { Form, Seat } from '../lib/screen'

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

export interface Named {
  value: number
  label: string
}

export interface Claim {
  kind: 'role' | 'result' | 'accuse' | 'defend'
  seat: number
  word?: string
  verb?: string
}

export interface SoloForm extends Form {
  addresses?: Named[]
  claims?: {
    roles: { value: string; label: string }[]
    results: { verb: string; word: string; label: string; act: string }[]
    seats: Named[]
  }
}

export interface Chair {
  seat: number
  name: string
  alive: boolean
  role: string
  team: number
  titles: string[]
  you: boolean
}

export type Item = { private: boolean; text: string } & (
  | { kind: 'phase'; phase: string }
  | { kind: 'said'; seat: number; name: string; to: string; last: boolean; claims: string[]; you: boolean }
  | { kind: 'vote'; rows: { whom: string; votes: string; share: number; voters: string[] }[] }
  | { kind: 'dawn'; quiet: boolean }
  | { kind: 'death'; seat: number; role: string }
  | { kind: 'line'; weight: 'weighty' | 'slight' | 'plain' }
)

export interface SoloScreen {
  rules: string
  title: string
  heading: string
  dim: boolean
  phase: string
  you: { seat: number; name: string; alive: boolean; role: string; team: number; card: string[] }
  seats: Chair[]
  items: Item[]
  forms: SoloForm[]
  deck: { role: string; count: number }[]
  over: null | { winner: string; line: string; because: string; also: string[]; won: boolean }
}

export interface Story {
  points: string[]
  counted: string
  lie: string
  record: string
}

/** The chairs as the seats that every form of the page shows. */
export function seated(chairs: Chair[]): Seat[] {
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
export function pause(item: Item): number {
  if (item.kind === 'phase') return 700
  if (item.kind === 'dawn' || item.kind === 'death') return 1100
  if (item.kind === 'vote') return 1300
  if (item.kind === 'line' && item.weight === 'slight') return 250
  return Math.min(2600, 380 + 16 * item.text.length)
}
