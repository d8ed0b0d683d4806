/** The results of evenings, each folded once by the engine and kept on this device while it does not change. */

import { evenings, type Kept } from '../engine/keeper'
import { actionsOf } from '../host/evening-file'
import { call, keep, kept } from '../lib/call'
import type { EveningResults } from '../lib/screen'

const RESULTS = 'duskfall.results'
const LEFT_OUT = 'duskfall.season.without'

export interface Played {
  id: string
  count: number
  scoring: string
  results: EveningResults
}

/** Those that were looked at before, by id. */
const shelf = (): Record<string, Played> => {
  const found = kept<Record<string, Played>>(RESULTS)
  return found && typeof found === 'object' && !Array.isArray(found) ? found : {}
}

/** Every evening known here with its finished games, the newest first; `ontold` says how many are looked at. An evening that
 * cannot be read is named in `failed`. */
export async function played(scoring: string, ontold: (done: number, all: number) => void): Promise<{ found: Played[]; failed: string[] }> {
  const [all, before] = [await evenings(), shelf()]
  const found: Played[] = []
  const failed: string[] = []
  for (const [done, one] of all.entries()) {
    ontold(done, all.length)
    const known = before[one.id]
    if (known && known.count === one.count && known.scoring === scoring) found.push(known)
    else
      try {
        found.push(await fold(one, scoring))
      } catch {
        failed.push(one.crumb || one.id)
      }
  }
  keep(RESULTS, Object.fromEntries(found.map((one) => [one.id, one])))
  return { found: found.filter((one) => one.results.games.length), failed }
}

async function fold({ id, count }: Kept, scoring: string): Promise<Played> {
  return { id, count, scoring, results: await call('results', { actions: await actionsOf(id), scoring }) }
}

/** The evenings that do not count for the season, by id. */
export const leftOut = (): string[] => {
  const found = kept<string[]>(LEFT_OUT)
  return Array.isArray(found) ? found : []
}

export const leaveOut = (ids: string[]): void => void keep(LEFT_OUT, ids.length ? ids : null)
