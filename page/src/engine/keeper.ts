// Evenings on this device: open one, begin one, list them, remove one.

import { language } from '../words'
import { hasServer } from './engine'
import { Evening, freshId } from './evening.svelte'
import { callServer } from './server'
import { all, newest, remove, type Kept } from './store'

export { Evening, freshId, type Status } from './evening.svelte'
export type { Action, Kept } from './store'

let asked = false

/** The evening of this id, from this device or from the server; empty if neither has it. */
export async function openEvening(id: string): Promise<Evening> {
  if (!asked) {
    asked = true
    void navigator.storage?.persist?.() // ask the browser not to make room with our evenings
  }
  return Evening.open(id, language())
}

/** All evenings known here, the newest first: of this device, and those that only the server has. */
export async function evenings(): Promise<Kept[]> {
  const [here, there] = await Promise.all([all().catch(() => []), hasServer ? onServer() : []])
  const known = new Set(here.map((each) => each.id))
  const both = [...here, ...there.filter((each) => !known.has(each.id))]
  return both.sort(newest)
}

async function onServer(): Promise<Kept[]> {
  try {
    const { evenings } = await callServer('evenings', {})
    return evenings.map((each: { id: string; count: number; changed: string }) => ({
      ...each,
      synced: each.count,
      crumb: '',
      title: '',
      place: '',
    }))
  } catch {
    return []
  }
}

/** Remove an evening from this device; what a server keeps stays there. */
export function forget(id: string): Promise<void> {
  return remove(id)
}

/** The id of a new evening; open it with `openEvening`. */
export const newEvening = freshId
