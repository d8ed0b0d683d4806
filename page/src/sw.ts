/// <reference lib="webworker" />
// The service worker: all files of the page and of its engine on the device, so that it starts without a network.
// Whoever serves this file writes a first line before it, `self.duskfall = {version, files}`: the names of all files, and a
// word that changes with any of them; so the browser finds a new version by comparing this one file.

export {}

const worker = self as unknown as ServiceWorkerGlobalScope & { duskfall?: { version: string; files: string[] } }
const { version = 'none', files = [] } = worker.duskfall ?? {}
const base = new URL('./', worker.location.href)
const PREFIX = `duskfall ${base.pathname} ` // another site may live beside this one on the same host
const cacheName = PREFIX + version

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const path = pathOf(event.request)
  if (path !== null) event.respondWith(answer(path, event.request))
})
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOver())
})

/** All files, or none: a version that is half here is not taken. What did not change is not fetched again. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (path) => {
      const url = new URL(path, base)
      const response = await fetch(url, { cache: 'no-cache', credentials: 'omit' })
      if (!response.ok) throw new Error(`${response.status} ${url}`)
      await cache.put(url, response)
    }),
  )
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Not while another tab runs the old version: the rest of its files must not change under it. */
async function takeOver(): Promise<void> {
  if ((await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length <= 1) await worker.skipWaiting()
}

/** Which of our files is asked for; null: none, the network answers. */
function pathOf(request: Request): string | null {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null
  const path = url.pathname.slice(base.pathname.length)
  if (request.mode === 'navigate' && (path === '' || path === 'index.html')) return './'
  return files.includes(path) ? path : null
}

async function answer(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(new URL(path, base))) ?? fetch(request)
}
