// What the page may show of its engine: how far it is loaded, whether it needs its server, whether there is a new version.

import type { ServerHello } from '../lib/screen'

class EngineState {
  /** Bytes of the engine that have come so far, and how many there are about; null when nothing is being loaded. */
  loading = $state<{ bytes: number; of: number } | null>(null)
  /** Whether the server answers for the engine: always, or while the one on the device is loaded. */
  onServer = $state(false)
  /** Why the page does not work without its server; '' when it does. */
  onlineOnly = $state<'' | 'plain-http' | 'no-pyodide' | 'no-engine'>('')
  /** What the server said of itself; null: there is none, or it has not answered yet. */
  server = $state.raw<ServerHello | null>(null)
  /** Whether all that the page needs is on this device, so that it starts without a network. */
  offlineReady = $state(false)
  /** Whether a new version is on the device; this page runs it once it is loaded anew (`applyUpdate()`). */
  updateReady = $state(false)
}

export const engineState = new EngineState()
