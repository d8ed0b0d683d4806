// An evening as the page sees it: its screen, what can be done, and where it is kept.
// An action goes to the engine, then to the device's disk, then the screen changes, then the server is told.

import { now } from './now'
import type { EveningAnswer, HostScreen } from '../lib/screen'
import { hasServer, openEngine, type PageEngine } from './engine'
import { EngineError, Unreachable } from './errors'
import { reach } from './reach.svelte'
import { begins, Retry, same, send } from './sync'
import { append, Gone, load, note, Overtaken, replace, type Action, type Kept } from './store'

export type Status = 'synced' | 'waiting' | 'none'
const OTHERS = typeof BroadcastChannel === 'function' ? new BroadcastChannel('duskfall.evenings') : null
const PATIENCE_MS = 6_000
const AGAIN_MS = 1_500

export class Evening {
  screen = $state.raw<HostScreen | null>(null)
  /** Whether the server has all of it; 'none': there is no server. */
  status = $state<Status>(hasServer ? 'waiting' : 'none')
  /** Why the last action was not taken; '' when it was. */
  refused = $state('')
  /** An action is under way. */
  busy = $state(false)
  /** Whether the device could not keep the last actions: the page must not be closed. */
  unkept = $state(false)
  /** Why the server does not take the evening, in words; '' when it does, or is only out of reach. */
  trouble = $state('')
  /** The server has other actions: `takeOver()` or `keepMine()`. */
  conflict = $state.raw<{ mine: number; theirs: number } | null>(null)

  private log: Action[] = []
  /** What the list of evenings says of it. */
  private where: Pick<Kept, 'crumb' | 'title' | 'place'> = { crumb: '', title: '', place: '' }
  private onDisk = 0
  private synced = 0
  private acted = false
  private theirs: Action[] = []
  private turn: Promise<unknown> = Promise.resolve()
  private life = 0
  private readonly retry = new Retry(() => this.sync())

  private constructor(
    readonly id: string,
    private readonly engine: PageEngine,
    private language: string,
  ) {
    OTHERS?.addEventListener('message', this.heard)
  }

  static async open(id: string, language: string): Promise<Evening> {
    const evening = new Evening(id, await openEngine(), language)
    await evening.read()
    if (!evening.log.length && hasServer) await Promise.race([evening.sync(), pause(PATIENCE_MS)])
    if (!evening.screen) await evening.fold([])
    evening.retry.now()
    return evening
  }

  /** All actions ever taken. */
  get actions(): readonly Action[] {
    return this.log
  }

  /** Do these as one; false when refused (see `refused`), or when the last one has not come through yet. */
  act(...actions: Action[]): Promise<boolean> {
    if (this.busy && this.engine.kind === 'server' && (this.status === 'waiting' || reach.lost)) return Promise.resolve(false)
    const plain = JSON.parse(JSON.stringify(actions)) as Action[] // the device's store takes plain data only
    return this.next(() => this.take(plain.map((action) => ({ ...action, at: now() }))))
  }

  /** Wait until everything that was tapped so far has come through, or was refused. */
  async quiet(): Promise<void> {
    await this.turn
  }

  /** Show the screen in another language. */
  speak(language: string): Promise<unknown> {
    this.language = language
    return this.next(() => this.fold([]))
  }

  /** Go on with the server's actions; ours stay on this device as an evening of their own. */
  async takeOver(): Promise<void> {
    await this.setApart()
    await this.next(() => this.become(this.theirs, this.theirs.length))
  }

  /** Go on with ours as an evening of its own, whose id is returned: open it next. The server's stays under this id. */
  async keepMine(): Promise<string> {
    const copy = await this.setApart()
    // Not shown: what is tapped until the other one is open must not be done to the server's.
    await this.next(() => this.put(this.theirs, this.theirs.length))
    return copy
  }

  /** Ours, kept on this device as an evening of its own; its id. */
  private async setApart(): Promise<string> {
    const copy = freshId()
    await replace(this.log, this.summary({ id: copy, synced: 0 }))
    return copy
  }

  /** Let go of it; nothing is lost. */
  close(): void {
    this.retry.stop()
    OTHERS?.removeEventListener('message', this.heard)
  }

  private next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(async () => {
      this.busy = true
      try {
        return await work()
      } finally {
        this.busy = false
      }
    })
    this.turn = mine.catch(() => undefined)
    return mine
  }

  private async take(actions: Action[]): Promise<boolean> {
    this.refused = ''
    this.acted = true
    try {
      if (!(await this.fold(actions))) return false
    } catch (error) {
      this.refused = error instanceof Error ? error.message : String(error)
      return false
    }
    if (this.engine.kind === 'device') this.retry.now()
    return true
  }

  /** Give the engine new actions, keep them if it takes them, then show its screen. */
  private async fold(actions: Action[]): Promise<boolean> {
    const answer = await this.ask(actions)
    this.refused = answer.refused ?? ''
    if (answer.refused && !actions.length) throw new EngineError(answer.refused) // what is kept does not fit this version
    const taken = actions.slice(0, answer.at - this.log.length) // those before a refused one stand
    this.where = answer.screen
    if (answer.missing && !same(answer.missing, actions)) {
      // Another device has gone on with it on the server: what it did comes first.
      if (await this.keep(answer.missing as Action[])) this.screen = answer.screen
      return false
    }
    if (!(await this.keep(taken))) return false
    this.screen = answer.screen
    return !answer.refused
  }

  /** The engine's answer; it is sent whatever it lacks, and waited for while the server is away. */
  private async ask(actions: Action[]): Promise<EveningAnswer & { screen: HostScreen }> {
    for (let failures = 0, have = this.log.length; ; ) {
      const engine = this.engine.now // the device's takes over while an evening is on
      const onServer = engine.kind === 'server'
      const id = onServer ? this.id : `${this.id}.${this.life}`
      try {
        const sent = [...this.log.slice(have), ...actions]
        const answer = await engine.call('evening', { id, have, actions: sent, language: this.language })
        if (answer.screen) {
          if (onServer) this.settled(this.log.length)
          return { ...answer, screen: answer.screen }
        }
        have = answer.at
      } catch (error) {
        if (error instanceof EngineError) throw error
        if (error instanceof Unreachable) this.status = 'waiting'
        else if (failures++) throw error
        else [this.life, have] = [this.life + 1, 0] // the worker has died; the next one is told all
        if (onServer) await pause(AGAIN_MS)
      }
    }
  }

  /** Put these on disk; false if another tab was quicker: then its actions stand, and its screen is shown. */
  private async keep(actions: Action[]): Promise<boolean> {
    this.log = [...this.log, ...actions]
    if (this.engine.kind === 'server') this.synced = this.log.length
    else if (hasServer && this.synced < this.log.length) this.status = 'waiting'
    if (this.onDisk === this.log.length) return true
    try {
      await append(this.onDisk, this.log.slice(this.onDisk), this.summary({}))
      this.onDisk = this.log.length
      this.unkept = false
      OTHERS?.postMessage({ id: this.id, count: this.log.length })
    } catch (error) {
      if (error instanceof Overtaken) {
        await this.reload()
        return false
      }
      if (error instanceof Gone && this.onDisk) {
        this.onDisk = 0
        return this.keep([]) // all of it anew
      }
      this.unkept = true // a full disk, a private window: the next action tries again
    }
    return true
  }

  /** What another tab has kept. */
  private readonly heard = ({ data }: MessageEvent): void => {
    if (data.id === this.id && data.count > this.log.length) void this.next(() => this.reload())
  }

  private async reload(): Promise<void> {
    await this.read()
    this.life += 1
    await this.fold([])
    this.retry.now()
  }

  private async read(): Promise<void> {
    try {
      const { log, kept } = await load(this.id)
      this.log = log
      this.onDisk = log.length
      this.synced = Math.min(kept?.synced ?? 0, log.length)
      if (kept) this.where = kept
    } catch {
      this.unkept = true
    }
  }

  /** Put these on disk in place of what is there, and tell other tabs. */
  private async put(log: Action[], synced: number): Promise<void> {
    await replace(log, this.summary({ count: log.length, synced }))
    OTHERS?.postMessage({ id: this.id, count: log.length })
  }

  private async become(log: Action[], synced: number): Promise<void> {
    await this.put(log, synced)
    this.log = log
    this.onDisk = log.length
    this.life += 1
    this.conflict = null
    this.theirs = []
    this.settled(synced)
    await this.fold([])
  }

  /** Bring it to the server; whether that is done. */
  private async sync(): Promise<boolean> {
    if (!hasServer || this.engine.kind === 'server' || this.conflict) return true
    const log = this.log
    try {
      const sent = await send(this.id, log, this.synced, this.language)
      this.trouble = ''
      if (sent.theirs) return await this.differ(log, sent.theirs)
      this.settled(sent.synced)
      return this.synced === this.log.length
    } catch (error) {
      if (error instanceof EngineError) this.trouble = error.message
      this.status = 'waiting'
      return false
    }
  }

  private async differ(log: Action[], theirs: Action[]): Promise<boolean> {
    // Nothing of ours would be lost, and nobody has touched it here: it goes on where it was left on another device.
    if (!this.acted && log === this.log && begins(log, theirs)) {
      await this.next(() => this.become(theirs, theirs.length))
      return true
    }
    this.theirs = theirs
    this.conflict = { mine: this.log.length, theirs: theirs.length }
    this.status = 'waiting'
    return true
  }

  private settled(synced: number): void {
    this.synced = synced
    if (hasServer) this.status = synced === this.log.length ? 'synced' : 'waiting'
    if (this.log.length) void note(this.summary({ count: this.onDisk })).catch(() => undefined)
  }

  private summary(change: Partial<Kept>): Kept {
    const { crumb, title, place } = this.where
    const changed = String(this.log.at(-1)?.at ?? now())
    return { id: this.id, count: this.log.length, synced: this.synced, changed, crumb, title, place, ...change }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** An id that nobody guesses: it names the evening on the server too. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('')
}
