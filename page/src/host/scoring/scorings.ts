/** Scorings of a club's own, kept on this device for the next evening: by the rules they are for, then by their names. */

import { keep, kept } from '../../lib/call'

/** A scoring as data: only the engine knows what is in it. */
export type Own = Record<string, unknown>

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
