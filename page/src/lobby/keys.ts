/** The secrets that this device holds: of its seats, and of tables that were made here. */

import { keep, kept } from '../lib/call'

export interface Keys {
  seat?: number
  secret?: string
  creator?: string
}

const PREFIX = 'duskfall.room.'
const RECENT = 'duskfall.rooms'
const MANY = 12
const NONE = '-'

/** What this device holds of a table. */
export function keysOf(room: string): Keys {
  const found = kept<Keys>(PREFIX + room)
  return found && typeof found === 'object' ? found : {}
}

/** Keep what is new; the rest stays. */
export function keepKeys(room: string, keys: Keys): void {
  const known = Object.fromEntries(Object.entries(keys).filter(([, value]) => value))
  keep(PREFIX + room, { ...keysOf(room), ...known })
  keep(RECENT, [room, ...others(room)].slice(0, MANY))
}

/** Give up the seat; whoever made the table stays its creator. */
export function forgetSeat(room: string): void {
  const { creator } = keysOf(room)
  if (creator) keep(PREFIX + room, { creator })
  else forget(room)
}

export function forget(room: string): void {
  keep(PREFIX + room, null)
  unlist(room)
}

/** A table that the server does not have (any more) is not asked for again; its keys stay. */
export function unlist(room: string): void {
  keep(RECENT, others(room))
}

const others = (room: string) => recent().filter((one) => one !== room)

/** The tables that this device has keys of, the last one first. */
export function recent(): string[] {
  const found = kept<string[]>(RECENT)
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}

/** `#/table/ROOM[/SECRET[/CREATOR]]`: the secrets are kept, and are out of the address before anybody reads it there. */
export function arrive(rest: string): { room: string; keys: Keys } {
  const [room = '', secret = NONE, creator = NONE] = rest.split('/')
  if (secret !== NONE || creator !== NONE) {
    // Another seat than the one that this device had: its number is learnt from the table.
    if (secret !== NONE && secret !== keysOf(room).secret) forgetSeat(room)
    keepKeys(room, { secret: secret === NONE ? '' : secret, creator: creator === NONE ? '' : creator })
    history.replaceState(history.state, '', `#/table/${room}`)
  }
  return { room, keys: keysOf(room) }
}

const page = () => `${location.origin}${location.pathname}`

/** Where friends come in. */
export const joinLink = (code: string) => `${page()}#/join/${code}`

/** Opens a seat on any device. */
export const seatLink = (room: string, secret: string) => `${page()}#/table/${room}/${secret}`

/** Opens the creator's seat with the creator's powers. */
export const creatorLink = (room: string, { secret, creator }: Keys) => `${page()}#/table/${room}/${secret || NONE}/${creator}`

/** Whether this page is opened by an address that no other device reaches. */
export const onlyHere = /^(localhost|127\.|\[::1\])/.test(location.hostname)
