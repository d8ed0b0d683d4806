/** Calls of a server that has tables, and what is sent to a table. */

import { ask, CALL_MS } from '../engine/server'
import { keep, kept } from '../lib/call'
import type { ChatLine, RoomAnswers, RoomBoard, RoomDeed, RoomLink, RoomMade, RoomWish } from '../lib/screen'
import { language } from '../words'
import { keepKeys } from './keys'

export { arrive, forget, forgetSeat, keepKeys, keysOf, type Keys } from './keys'

export type Deed = { do: RoomDeed } & Record<string, unknown>
export type Send = (deed: Deed) => unknown

/** What the lobby needs of a page's way to its table. */
export interface AtTable {
  board: RoomBoard | null
  chat: ChatLine[]
  /** What this page has done and the table has not shown yet. */
  waits: RoomDeed | ''
  /** The seat's secret that was dealt last. */
  dealt: RoomLink | null
  /** Why what was done last was refused; empty if it was not. */
  refused: string
  send: Send
}

const NAME = 'duskfall.name'

/** One call of `/api/room`; rejects with a line for people, or because there is no server now. */
export async function callRoom<N extends keyof RoomAnswers>(name: N, params: object): Promise<RoomAnswers[N]> {
  const body = JSON.stringify({ name, params, language: language() })
  return (await ask('api/room', { method: 'POST', body }, CALL_MS)) as RoomAnswers[N]
}

/** Make a table, and keep its secrets on this device. */
export async function make(wish: RoomWish): Promise<RoomMade> {
  const made = await callRoom('new', { wish: { tongue: language(), ...wish } })
  keepKeys(made.room, { seat: made.seat, secret: made.secret, creator: made.creator })
  return made
}

/** The name under which whoever has this device last sat at a table. */
export const lastName = () => kept<string>(NAME) ?? ''
export const rememberName = (name: string) => keep(NAME, name.trim())

const RULES = 'duskfall.rules'

/** The game that was last played from this device. */
export const lastRules = () => kept<string>(RULES) ?? ''
export const rememberRules = (rules: string) => keep(RULES, rules)
