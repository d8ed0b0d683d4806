// The service worker: it makes the page start without a network. A new version takes over by itself once all its files are
// on the device; a page that is open goes on with the version it has until it is loaded anew.

import { engineState } from './state.svelte'

/** Register the service worker; called once, when the page starts. */
export async function watchUpdates(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) found()
    controlled = true // the first version of all is no news
  })
  let registration: ServiceWorkerRegistration
  try {
    registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
  } catch {
    return // the page works without; it only does not start without a network
  }
  await navigator.serviceWorker.ready
  registration.active?.postMessage('sweep')
  engineState.offlineReady = await hasEngine()
}

/** A server that was installed without Pyodide brings the page to the device, but nothing that answers there. */
async function hasEngine(): Promise<boolean> {
  return (await caches.match(new URL('pyodide/pyodide.asm.wasm', document.baseURI))) !== undefined
}

function found(): void {
  engineState.updateReady = true
  if (!location.hash.replace(/^#\/?/, '')) applyUpdate() // at the front door nothing is under way
}

/** Load the page anew, in the new version. Everything that was tapped is kept, so that this may be done in an evening. */
export function applyUpdate(): void {
  location.reload()
}
