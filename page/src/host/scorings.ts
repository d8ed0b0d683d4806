/** Scorings of a club's own, kept on this device for the next evening: by the rules they are for, then by their names. */

import { keep, kept } from '../lib/call'

export interface Field {
  id: string
  label: string
  /** What was typed; of a switch, whether it is on. */
  value: string | boolean
  /** What holds while it is empty. */
  fallback: string
  step: number
  switch: boolean
}

export interface Group {
  title: string
  about: string
  fields: Field[]
  groups: Group[]
}

/** The form of a scoring, as the engine writes it; `scoring` is null while `problem` says what is wrong with it. */
export interface Form {
  name: string
  groups: Group[]
  scoring: null | Own
  problem: string
}

/** A scoring as data: only the engine knows what is in it. */
export type Own = { name?: unknown }

const PLACE = 'duskfall.scorings'
type Shelf = Record<string, Record<string, Own>>

const table = <T extends object>(found: unknown): T => (typeof found === 'object' && found !== null && !Array.isArray(found) ? found : {}) as T
const shelf = (): Shelf => table(kept(PLACE))

/** Those for these rules, by name. */
export const ownScorings = (rules: string): Record<string, Own> => table(shelf()[rules])

/** Keep it under its name, in place of another of that name; false where the browser keeps nothing. */
export function keepScoring(rules: string, name: string, scoring: Own): boolean {
  return keep(PLACE, { ...shelf(), [rules]: { ...ownScorings(rules), [name]: scoring } })
}

export function forgetScoring(rules: string, name: string): void {
  const { [name]: _, ...rest } = ownScorings(rules)
  keep(PLACE, { ...shelf(), [rules]: rest })
}
