// The engine in the page: the same Python package under Pyodide, in a worker, so that the page never stands still.

import type { PyodideAPI } from 'pyodide'
import type { Asked, Told } from './device'

const UNPACK = '/engine'

let call: (json: string) => string

/** Fetch a file with a word of how far it is: 13 MB over a phone's network want a bar. */
async function download(url: string, said: (bytes: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${url}`)
  if (!response.body) return response.arrayBuffer()
  const parts: Uint8Array[] = []
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    said(part.value.length)
  }
  return new Blob(parts as BlobPart[]).arrayBuffer()
}

async function start(base: string): Promise<void> {
  const pyodideAt = new URL('pyodide/', base).href
  let bytes = 0
  const count = (more: number) => tell({ loading: (bytes += more) })
  const [engine, library, { loadPyodide }] = await Promise.all([
    download(new URL('engine.zip', base).href, count),
    download(`${pyodideAt}python_stdlib.zip`, count),
    import(/* @vite-ignore */ `${pyodideAt}pyodide.mjs`) as Promise<typeof import('pyodide')>,
    download(`${pyodideAt}pyodide.asm.wasm`, count), // warms the cache that Pyodide reads it from
  ])
  const stdLibURL = URL.createObjectURL(new Blob([library]))
  const pyodide: PyodideAPI = await loadPyodide({ indexURL: pyodideAt, stdLibURL, env: { PYTHONHASHSEED: '0' } })
  URL.revokeObjectURL(stdLibURL)
  pyodide.unpackArchive(engine, 'zip', { extractDir: UNPACK })
  call = pyodide.runPython(START)
}

const START = `
import sys
sys.path.insert(0, "${UNPACK}")
from duskfall.host.service import Service
Service().call_json
`

function tell(what: Told): void {
  postMessage(what)
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if ('base' in data) {
    start(data.base).then(
      () => tell({ ready: true }),
      (error: unknown) => tell({ broken: String(error) }),
    )
    return
  }
  try {
    tell({ id: data.id, json: call(data.json) })
  } catch (error) {
    tell({ id: data.id, broken: String(error) })
  }
})
