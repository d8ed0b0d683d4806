/** Calls of the engine in the language now spoken, with one line for what went wrong. */

import { engineState, hasServer, openEngine, Unreachable } from '../engine/engine'
import { alone, callServer, hasTables } from '../engine/server'
import { language, t } from '../words'
import type { Answers } from './screen'

/** What a server with tables answers to everybody: nobody waits then until an engine is on the device. */
const OPEN = new Set<keyof Answers>(['rules', 'rulesets', 'film', 'film_story', 'film_known'])

export async function call<N extends keyof Answers>(name: N, params: object = {}): Promise<Answers[N]> {
  const asked = { ...params, language: language() }
  if (OPEN.has(name) && (await served())) return callServer(name, asked)
  return (await openEngine()).call(name, asked)
}

/** A page with a key has a server of its own, or had one here: what it has heard so far must do, it may be offline. */
async function served(): Promise<boolean> {
  return hasServer ? (engineState.server?.tables ?? false) : !alone && hasTables()
}

/** Why a call failed, for people. */
export function why(error: unknown): string {
  if (error instanceof Unreachable) return t('The server cannot be reached now.')
  return error instanceof Error ? error.message : String(error)
}

/** Something kept on this device under a name; null if there is nothing, or nothing that can be read. */
export function kept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keep something on this device; false where the browser keeps nothing. */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
