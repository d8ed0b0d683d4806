// The service worker: it makes the page start without a network. A new version waits until nobody is in an evening.

import { engineState } from './state.svelte'

let registration: ServiceWorkerRegistration | undefined

/** Register the service worker; called once, when the page starts. */
export async function watchUpdates(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  try {
    registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
  } catch {
    return // the page works without; it only does not start without a network
  }
  registration.addEventListener('updatefound', () => follow(registration?.installing))
  follow(registration.installing)
  if (registration.waiting && registration.active) found()
  await navigator.serviceWorker.ready
  engineState.offlineReady = await hasEngine()
}

/** A server that was installed without Pyodide brings the page to the device, but nothing that answers there. */
async function hasEngine(): Promise<boolean> {
  return (await caches.match(new URL('pyodide/pyodide.asm.wasm', document.baseURI))) !== undefined
}

function follow(worker: ServiceWorker | null | undefined): void {
  // The first version: nobody waits for it. In WebKit it controls the page before it says that it is installed.
  if (!registration?.active) return
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') found()
  })
}

function found(): void {
  engineState.updateReady = true
  if (!location.hash.replace(/^#\/?/, '')) applyUpdate() // at the front door nothing is under way
}

/** Take the new version, if one waits: the page is loaded anew. Not to be called in the middle of an evening. */
export function applyUpdate(): void {
  const waiting = registration?.waiting
  if (!waiting) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('take over')
}
