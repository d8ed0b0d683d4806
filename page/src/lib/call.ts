/** Calls of the engine in the language now spoken, with one line for what went wrong. */

import { openEngine, Unreachable } from '../engine/engine'
import { language, t } from '../words'
import type { Answers } from './screen'

export async function call<N extends keyof Answers>(name: N, params: object = {}): Promise<Answers[N]> {
  const engine = await openEngine()
  return engine.call(name, { ...params, language: language() })
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
