/// <reference lib="webworker" />
// The service worker: all files of the page and of its engine on the device, so that it starts without a network.
// Whoever serves this file writes a first line before it, `self.duskfall = {version, files}`: the names of all files, and a
// word that changes with any of them; so the browser finds a new version by comparing this one file.
//
// A new version takes over as soon as all its files are here: the next page that is opened or loaded anew is the new one,
// also without a server. Pages that are open then keep the files of their own version, which stay until the last one goes.

export {}

const worker = self as unknown as ServiceWorkerGlobalScope & { duskfall?: { version: string; files: string[] } }
const { version = 'none', files = [] } = worker.duskfall ?? {}
const base = new URL('./', worker.location.href)
const PREFIX = `duskfall ${base.pathname} ` // another site may live beside this one on the same host
const cacheName = PREFIX + version
/** Which version each open page runs, by the id of its client; and under ACTIVE, which one is given to new pages. */
const PINS = `duskfall-pins ${base.pathname}`
const ACTIVE = 'active'

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const path = pathOf(event.request)
  if (path !== null) event.respondWith(answer(path, event))
})
worker.addEventListener('message', (event) => {
  if (event.data === 'sweep') event.waitUntil(sweep())
})

/** All files, or none: a version that is half here is not taken. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  try {
    await Promise.all(files.map((path) => bring(cache, new URL(path, base))))
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
  await worker.skipWaiting()
}

/** Fetch a file into the cache; what did not change is not sent again. */
async function bring(cache: Cache, url: URL): Promise<void> {
  const response = await fetch(url, { cache: 'no-cache', credentials: 'omit' })
  if (!response.ok) throw new Error(`${response.status} ${url}`)
  await cache.put(url, response)
}

async function activate(): Promise<void> {
  const before = (await pinned(ACTIVE)) ?? (await versions()).find((name) => name !== cacheName)
  if (before && before !== cacheName) {
    for (const client of await openClients()) if (!(await pinned(client.id))) await pin(client.id, before)
  }
  await pin(ACTIVE, cacheName)
  await worker.clients.claim()
  await sweep()
}

/** Remove the files of versions that no open page runs any more. */
async function sweep(): Promise<void> {
  const open = new Set((await openClients()).map((client) => client.id))
  const used = new Set([cacheName])
  const pins = await caches.open(PINS)
  for (const key of await pins.keys()) {
    const id = key.url.slice(base.href.length)
    if (id === ACTIVE || open.has(id)) used.add((await pinned(id)) ?? cacheName)
    else await pins.delete(key)
  }
  for (const name of await versions()) if (!used.has(name)) await caches.delete(name)
}

const openClients = () => worker.clients.matchAll({ type: 'all', includeUncontrolled: true })
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

/** The version that is kept under this id. */
async function pinned(id: string): Promise<string | undefined> {
  return (await (await caches.open(PINS)).match(new URL(id, base)))?.text()
}

async function pin(id: string, name: string): Promise<void> {
  await (await caches.open(PINS)).put(new URL(id, base), new Response(name))
}

/** Which of our files is asked for, of this version or of one before; null: none, the network answers. */
function pathOf(request: Request): string | null {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null
  const path = url.pathname.slice(base.pathname.length)
  if (request.mode === 'navigate' && (path === '' || path === 'index.html')) return './'
  return files.includes(path) || path.startsWith('assets/') ? path : null
}

async function answer(path: string, { request, clientId, resultingClientId }: FetchEvent): Promise<Response> {
  const name = request.mode === 'navigate' ? cacheName : ((await pinned(clientId || ACTIVE)) ?? cacheName)
  if (resultingClientId) await pin(resultingClientId, name) // a page, or the worker of a page, which runs its version
  const url = new URL(path, base)
  return (await (await caches.open(name)).match(url)) ?? (await (await caches.open(cacheName)).match(url)) ?? fetch(request)
}
