// Which engine answers: the one in the page where the browser can run and keep it, else the server's.
// The rest of the page need not know.

import { Device } from './device'
import type { Answers } from '../lib/screen'
import { t } from '../words'
import { EngineError, Unreachable } from './errors'
import { serverKey } from './key'
import { callServer, hello } from './server'
import { engineState } from './state.svelte'

export { EngineError, Unreachable, engineState }
export { applyUpdate } from './updates'

export interface Engine {
  readonly kind: 'device' | 'server'
  /** Rejects with EngineError (a line for people) or Unreachable (no server now). */
  call<N extends keyof Answers>(name: N, params: object): Promise<Answers[N]>
}

/** Whether this page belongs to a server at all. */
export const hasServer = serverKey !== ''

const ABOUT_BYTES = 13_000_000
const SERVER: Engine = { kind: 'server', call: callServer }
let opened: Promise<PageEngine> | null = null

/** The engine of this page: the server's while that of the device is loaded, if there is a server. */
export class PageEngine implements Engine {
  /** Resolves when it is known who answers from now on. */
  readonly settled: Promise<unknown>

  constructor(
    /** Who answers now; ask once for a call that depends on it. */
    public now: Engine,
    private readonly device?: Promise<Engine>,
  ) {
    engineState.onServer = now.kind === 'server'
    this.settled = Promise.resolve(device?.then(this.handOver, () => (engineState.onlineOnly = 'no-engine')))
  }

  get kind(): Engine['kind'] {
    return this.now.kind
  }

  async call<N extends keyof Answers>(name: N, params: object): Promise<Answers[N]> {
    try {
      return await this.now.call(name, params)
    } catch (error) {
      if (this.kind === 'device' || !this.device || !(error instanceof Unreachable)) throw error
      return (await this.device).call(name, params)
    }
  }

  private readonly handOver = (device: Engine): void => {
    this.now = device
    engineState.onServer = false
  }
}

/** The engine of this page, opened once; a failed opening can be tried again. */
export function openEngine(): Promise<PageEngine> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function open(): Promise<PageEngine> {
  const canRun = window.isSecureContext && typeof WebAssembly === 'object'
  const word = hello().then((said) => (engineState.server = said))
  // A page that the service worker serves has all files on the device: it need not wait for a server to answer or not.
  const there = canRun && (navigator.serviceWorker?.controller ? true : await word.then((said) => said?.pyodide ?? true))
  if (there) {
    const device = onDevice()
    try {
      const first = await Promise.race([device, hasServer ? word : device])
      return first && 'known' in first && first.known ? new PageEngine(SERVER, device) : new PageEngine(await device)
    } catch (error) {
      if (!(await word)) throw error
    }
  }
  engineState.onlineOnly = !window.isSecureContext ? 'plain-http' : (await word)?.pyodide === false ? 'no-pyodide' : 'no-engine'
  if (!hasServer && !(await word)) throw new EngineError(nobody())
  return new PageEngine(SERVER)
}

/** Neither the device nor a server can run it. */
function nobody(): string {
  return window.isSecureContext
    ? t('This browser cannot run the engine on the device, and there is no server here. Open the page in a newer browser, or switch off what blocks WebAssembly.')
    : t('Over plain http this page needs its server. Open it by https, and it works without a network.')
}

async function onDevice(): Promise<Engine> {
  const device = new Device((bytes) => (engineState.loading = { bytes, of: Math.max(bytes, ABOUT_BYTES) }))
  engineState.loading = { bytes: 0, of: ABOUT_BYTES }
  try {
    await device.start()
  } finally {
    engineState.loading = null
  }
  return { kind: 'device', call: (name, params) => device.call(name, params) }
}
