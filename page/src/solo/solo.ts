/** A game against bots as this device keeps it. */

export const SOLO = 'duskfall.solo'

export interface Params {
  rules: string
  seats: number
  name: string
  seed: number
  /** The language in which the bots speak, from the first word to the last. */
  tongue?: string
  /** Whether the coach is on: what can be known from one's seat may be looked up. */
  coach?: boolean
}

export interface KeptGame {
  params: Params
  answers: { verb: string; value: unknown }[]
  /** How much of the transcript was read. */
  seen: number
  over?: boolean
}

/** Fifty-three bits that nobody can guess. */
export function freshSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high & 0x1fffff) * 2 ** 32 + low
}
