// Which engine answers: the one in the page where the browser can run and keep it, else the server's.
// The rest of the page need not know.

import { Device } from './device'
import { EngineError, Unreachable } from './errors'
import { serverKey } from './key'
import { callServer, hello } from './server'
import { engineState } from './state.svelte'

export { EngineError, Unreachable, engineState }
export { applyUpdate } from './updates'

export interface Engine {
  kind: 'device' | 'server'
  /** Rejects with EngineError (a line for people) or Unreachable (no server now). */
  call(name: string, params: object): Promise<any>
}

/** Whether this page belongs to a server at all. */
export const hasServer = serverKey !== ''

const ABOUT_BYTES = 13_000_000
let opened: Promise<Engine> | null = null

/** The engine of this page, opened once; a failed opening can be tried again. */
export function openEngine(): Promise<Engine> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function open(): Promise<Engine> {
  const canRun = window.isSecureContext && typeof WebAssembly === 'object'
  const word = hello().then((said) => (engineState.server = said))
  // A page that the service worker serves has all files on the device: it need not wait for a server to answer or not.
  const there = canRun && (navigator.serviceWorker?.controller ? true : await word.then((said) => said?.pyodide ?? true))
  if (there) {
    try {
      return await onDevice()
    } catch (error) {
      if (!(await word)) throw error
    }
  }
  engineState.onlineOnly = canRun ? 'no-pyodide' : 'plain-http'
  return { kind: 'server', call: callServer }
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
