// The page's side of the worker that is the engine on the device.

import type { Answers } from '../lib/screen'
import { EngineError } from './errors'

/** What the worker is told: where the site is, then calls. */
export type Asked = { base: string } | { id: number; json: string }
/** What it tells: bytes loaded so far, that it is ready or broken, answers. */
export type Told = { loading: number } | { ready: true } | { id: number; json: string } | { id?: number; broken: string }

interface Waiting {
  resolve(found: unknown): void
  reject(why: Error): void
}

export class Device {
  private worker: Worker | null = null
  private started: Promise<void> | null = null
  private waiting = new Map<number, Waiting>()
  private calls = 0

  constructor(private readonly progress: (bytes: number) => void) {}

  /** Start the worker, once; a failed start can be tried again. */
  start(): Promise<void> {
    this.started ??= this.begin().catch((error: unknown) => {
      this.drop()
      throw error
    })
    return this.started
  }

  async call<N extends keyof Answers>(name: N, params: object): Promise<Answers[N]> {
    await this.start()
    const id = ++this.calls
    const json = JSON.stringify({ name, params })
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.worker!.postMessage({ id, json } satisfies Asked)
    })
  }

  private begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'duskfall' })
      this.worker = worker
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if ('loading' in data) this.progress(data.loading)
        else if ('ready' in data) resolve()
        else if (data.id === undefined) reject(new Error('broken' in data ? data.broken : ''))
        else this.settle(data.id, data)
      }
      worker.onerror = (event) => {
        const why = new Error(event.message || 'the engine could not be loaded')
        reject(why)
        this.drop(why) // the next call starts it anew, and is sent the whole evening
      }
      worker.postMessage({ base: new URL('./', document.baseURI).href } satisfies Asked)
    })
  }

  private settle(id: number, told: { json: string } | { broken: string }): void {
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if ('broken' in told) {
      waiting?.reject(new Error(told.broken))
      return
    }
    const found = JSON.parse(told.json)
    if (found && typeof found.error === 'string') waiting?.reject(new EngineError(found.error))
    else waiting?.resolve(found)
  }

  private drop(why = new Error('the engine has stopped')): void {
    this.worker?.terminate()
    this.worker = null
    this.started = null
    for (const each of this.waiting.values()) each.reject(why)
    this.waiting.clear()
  }
}
