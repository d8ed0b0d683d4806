/** Calls of the engine in the language now spoken, with one line for what went wrong. */

import { openEngine, Unreachable } from '../engine/engine'
import { language, t } from '../words'

export async function call<T>(name: string, params: object = {}): Promise<T> {
  const engine = await openEngine()
  return (await engine.call(name, { ...params, language: language() })) as T
}

/** Why a call failed, for people. */
export function why(error: unknown): string {
  if (error instanceof Unreachable) return t('The server cannot be reached now.')
  return error instanceof Error ? error.message : String(error)
}

export interface Game {
  id: string
  title: string
  about: string
  seats: [number, number]
  teams: string[]
  roles: { role: string; label: string; team: number }[]
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
