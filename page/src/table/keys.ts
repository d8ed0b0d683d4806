/** The secrets of this device, table by table: they come in an address, and are out of it before anybody reads it. */

import { keep, kept } from '../lib/call'

export interface RoomKey {
  seat?: number
  /** Of the seat. */
  secret?: string
  /** Of whoever made the table. */
  creator?: string
}

const memory = new Map<string, RoomKey>() // where a browser keeps nothing, a secret lasts as long as the page
const place = (room: string) => `duskfall.room.${room}`

export function keyOf(room: string): RoomKey {
  return kept<RoomKey>(place(room)) ?? memory.get(room) ?? {}
}

/** Keep what is new beside what was there. */
export function keepKey(room: string, more: RoomKey): void {
  const all = { ...keyOf(room), ...more }
  memory.set(room, all)
  keep(place(room), all)
}

/** The seat at this table is somebody else's from now on. */
export function dropSeat(room: string): void {
  const { creator } = keyOf(room)
  memory.delete(room)
  keep(place(room), creator ? { creator } : null)
}

/** The room of an address `ROOM/SECRET` or `ROOM`; a secret in it is kept, and the address shortened. */
export function enter(rest: string): string {
  const [room = '', secret = ''] = rest.split('/')
  if (secret) {
    if (keyOf(room).secret !== secret) keepKey(room, { secret, seat: 0 })
    history.replaceState(history.state, '', `#/table/${encodeURIComponent(room)}`)
  }
  return room
}
