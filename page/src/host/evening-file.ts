/** An evening as a file: all its actions, so that a lost phone takes nothing along. */

import { openEngine } from '../engine/engine'
import { openEvening, newEvening, type Action } from '../engine/keeper'
import { append, load } from '../engine/store'
import { download, stamp } from '../lib/files'

/** Save an evening as a file. */
export async function take(id: string): Promise<void> {
  let { log } = await load(id)
  if (!log.length) {
    const evening = await openEvening(id) // only its server has it
    log = [...evening.actions]
    evening.close()
  }
  download(`evening-${stamp()}.json`, JSON.stringify({ duskfall: 'evening', id, actions: log }))
}

/** Keep the evening of a file on this device under an id of its own, which is returned. */
export async function bring(text: string): Promise<string> {
  const found: unknown = JSON.parse(text)
  const actions = typeof found === 'object' && found !== null && 'actions' in found ? found.actions : found
  if (!Array.isArray(actions) || !actions.length || !actions.every((one) => typeof one?.do === 'string')) throw new Error('no evening')
  await (await openEngine()).call('audit', { actions }) // rejects when they lead nowhere
  const id = newEvening()
  const changed = String((actions.at(-1) as Action).at ?? new Date().toISOString())
  await append(0, actions as Action[], { id, count: actions.length, synced: 0, changed, crumb: '', title: '', place: '' })
  return id
}
