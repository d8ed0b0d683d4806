/** An action of an evening, on its way to the engine; what it holds beside its kind, the engine reads and checks. */

import type { ActionKind } from './screen'

export type Action = { do: ActionKind } & Record<string, unknown>
export type Act = (action: Action) => unknown

/** For a union that is closed: whatever is not handled before is an error when the page is built. */
export function never(left: never): never {
  throw new Error(`not expected: ${String(left)}`)
}
