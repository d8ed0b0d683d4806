// What the device keeps: the actions of every evening in IndexedDB, each on disk before the screen changes.

import type { ActionKind } from '../lib/screen'

export interface Action {
  do: ActionKind
  at?: string
  [rest: string]: unknown
}

/** What is known of an evening without reading it. */
export interface Kept {
  id: string
  /** how many actions it has */
  count: number
  /** how many of them its server has */
  synced: number
  /** when it was last changed, ISO time */
  changed: string
  /** "Game 1 · City Mafia", "Night 2" */
  crumb: string
  title: string
  place: string
}

/** Another tab has gone on with this evening. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

/** What was kept before is no longer there: the browser has made room, or somebody has. */
export class Gone extends Error {
  override name = 'Gone'
}

const PATIENCE_MS = 5_000 // some browsers never answer, in a private window for one
const ACTIONS = 'actions'
const EVENINGS = 'evenings'
let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('duskfall', 1)
    const failed = (why: unknown) => {
      opened = null // the next action tries again
      reject(why)
    }
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ACTIONS) // by [evening, number]
      request.result.createObjectStore(EVENINGS, { keyPath: 'id' })
    }
    request.onsuccess = () => {
      request.result.onclose = () => (opened = null)
      request.result.onversionchange = () => {
        request.result.close()
        opened = null
      }
      opened = Promise.resolve(request.result) // also if it had been given up
      resolve(request.result)
    }
    request.onerror = () => failed(request.error)
    request.onblocked = () => failed(new Error('another tab holds the store'))
    // Nobody waits twice for a store that does not answer.
    setTimeout(() => reject(new Error('the store does not answer')), PATIENCE_MS)
  })
  return opened
}

/** One transaction; it is on disk, not only on its way there, when the promise resolves. */
async function within<T>(mode: IDBTransactionMode, work: (get: (name: string) => IDBObjectStore) => () => T): Promise<T> {
  const db = await database()
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([ACTIONS, EVENINGS], mode, { durability: 'strict' })
    const result = work((name) => transaction.objectStore(name))
    transaction.oncomplete = () => resolve(result())
    transaction.onabort = () =>
      reject(transaction.error?.name === 'ConstraintError' ? new Overtaken() : (transaction.error ?? new Gone()))
  })
}

const whole = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

/** The actions of an evening, and what is known of it; none for one that is not here. */
export function load(id: string): Promise<{ log: Action[]; kept: Kept | null }> {
  return within('readonly', (get) => {
    const log = get(ACTIONS).getAll(whole(id))
    const kept = get(EVENINGS).get(id)
    return () => ({ log: log.result as Action[], kept: (kept.result as Kept | undefined) ?? null })
  })
}

/** Add actions after the first `from`; rejects with Overtaken when others stand there already, with Gone when those are not there. */
export function append(from: number, actions: Action[], kept: Kept): Promise<void> {
  return within('readwrite', (get) => {
    const there = get(ACTIONS).count(whole(kept.id))
    there.onsuccess = () => {
      if (there.result < from) return there.transaction!.abort()
      actions.forEach((action, index) => get(ACTIONS).add(action, [kept.id, from + index]))
      get(EVENINGS).put(kept)
    }
    return () => undefined
  })
}

/** Keep these actions in place of what there is. */
export function replace(actions: Action[], kept: Kept): Promise<void> {
  return within('readwrite', (get) => {
    get(ACTIONS).delete(whole(kept.id))
    actions.forEach((action, index) => get(ACTIONS).put(action, [kept.id, index]))
    get(EVENINGS).put(kept)
    return () => undefined
  })
}

/** Note what is known of an evening. */
export function note(kept: Kept): Promise<void> {
  return within('readwrite', (get) => {
    get(EVENINGS).put(kept)
    return () => undefined
  })
}

/** The order of evenings, the newest first, whatever a file from elsewhere said of its time. */
export const newest = (one: Kept, other: Kept): number => time(other) - time(one)

const time = (kept: Kept): number => Date.parse(String(kept.changed)) || 0

/** All evenings of this device, the newest first. */
export function all(): Promise<Kept[]> {
  return within('readonly', (get) => {
    const found = get(EVENINGS).getAll()
    return () => (found.result as Kept[]).sort(newest)
  })
}

/** Remove an evening from this device. */
export function remove(id: string): Promise<void> {
  return within('readwrite', (get) => {
    get(ACTIONS).delete(whole(id))
    get(EVENINGS).delete(id)
    return () => undefined
  })
}
