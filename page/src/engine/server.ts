// The engine on the server: every call is a POST. The address is relative, so that the page works under any path.

import type { ServerAnswers, ServerHello } from '../lib/screen'
import { EngineError, TooOften, Unreachable } from './errors'
import { serverKey } from './key'
import { t } from '../words'
import { reach } from './reach.svelte'

/** Whether this is a static site, as `duskfall host --bundle` writes it: there is no server to ask. */
export const alone = 'alone' in document.documentElement.dataset

const CALL = 'api/call'
const HELLO_MS = 4_000
export const CALL_MS = 20_000

const at = (path: string) => new URL(path, document.baseURI).href

/** One request of the server: rejects with EngineError (a line for people) or Unreachable. */
export async function ask(path: string, init: RequestInit, ms: number): Promise<unknown> {
  let response: Response
  try {
    response = await reach.follow(
      fetch(at(path), {
        ...init,
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(ms),
        headers: { 'X-Duskfall-Key': serverKey, 'Content-Type': 'application/json' },
      }),
    )
  } catch (error) {
    throw new Unreachable(String(error))
  }
  let found: unknown
  try {
    found = await response.json()
  } catch {
    throw new Unreachable(`${response.status} without an answer`) // a proxy, a static host, a server that is going down
  }
  if (response.status === 403 && path === CALL) throw new EngineError(t('The key of this page fits no longer: open the address that the server shows now.'))
  if (found && typeof found === 'object' && 'error' in found && typeof found.error === 'string')
    throw new (response.status === 429 ? TooOften : EngineError)(found.error)
  if (!response.ok) throw new Unreachable(String(response.status))
  return found
}

/** What the server says of itself; null when there is none, or none that answers. */
export async function hello(): Promise<ServerHello | null> {
  if (alone) return null
  try {
    const found = await ask('api/hello', { method: 'GET' }, HELLO_MS)
    return found && typeof found === 'object' && 'version' in found ? (found as ServerHello) : null
  } catch {
    return null
  }
}

let tables: Promise<boolean> | undefined

/** Whether people can come together at tables of this server; asked once. */
export function hasTables(): Promise<boolean> {
  tables ??= hello().then((said) => said?.tables ?? false)
  return tables
}

/** One call of the server's service. */
export async function callServer<N extends keyof ServerAnswers>(name: N, params: object): Promise<ServerAnswers[N]> {
  return (await ask(CALL, { method: 'POST', body: JSON.stringify({ name, params }) }, CALL_MS)) as ServerAnswers[N]
}
