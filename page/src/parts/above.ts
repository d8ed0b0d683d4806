/** What every open sheet shows above itself: a turn that has come meanwhile must not wait behind it. */

import { getContext, setContext, type Snippet } from 'svelte'

/** Shows something above a sheet; it is given what closes that sheet. */
export type Above = Snippet<[close: () => void]>

const KEY = Symbol('above sheets')

/** To be called while a component is made: all sheets in it show what `found` returns then. */
export function setAbove(found: () => Above | undefined): void {
  setContext(KEY, found)
}

export function getAbove(): () => Above | undefined {
  return getContext<(() => Above | undefined) | undefined>(KEY) ?? (() => undefined)
}
