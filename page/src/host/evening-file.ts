/** An evening as a file: all its actions, so that a lost phone takes nothing along. */

import { hasServer, openEngine } from '../engine/engine'
import { now } from '../engine/now'
import { newEvening, type Action } from '../engine/keeper'
import { callServer } from '../engine/server'
import { append, load } from '../engine/store'
import { download, stamp } from '../lib/files'
import { t } from '../words'

/** All actions of an evening, from this device or from the server that alone has it. */
export async function actionsOf(id: string): Promise<Action[]> {
  const { log } = await load(id)
  if (log.length || !hasServer) return log
  const { missing } = await callServer('evening', { id, have: 0, actions: [] })
  return (missing ?? []) as Action[]
}

/** Save an evening as a file. */
export async function take(id: string): Promise<void> {
  download(`evening-${stamp()}.json`, JSON.stringify({ duskfall: 'evening', id, actions: await actionsOf(id) }))
}

/** Keep the evening of a file on this device under an id of its own, which is returned. */
export async function bring(text: string): Promise<string> {
  const found = read(text)
  const actions = typeof found === 'object' && found !== null && 'actions' in found ? found.actions : found
  if (!Array.isArray(actions) || !actions.length || !actions.every((one) => typeof one?.do === 'string')) throw new Error(t('This file holds no evening.'))
  await (await openEngine()).call('audit', { actions }) // rejects when they lead nowhere
  const id = newEvening()
  const changed = String((actions.at(-1) as Action).at ?? now())
  await append(0, actions as Action[], { id, count: actions.length, synced: 0, changed, crumb: '', title: '', place: '' })
  return id
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
