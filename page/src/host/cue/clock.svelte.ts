/** A countdown that outlives a reload: kept with the key of its cue. */

import { end, unlock, warn } from '../../lib/sound'

const KEPT = 'duskfall.clock'

interface Kept {
  key: string
  until: number
  left: number
  total: number
}

function kept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

export class Clock {
  /** Milliseconds left; below zero once time is up. */
  left = $state(0)
  total = $state(0)
  running = $state(false)
  private key = ''
  private until = 0
  private warnAt = 0
  private beat: ReturnType<typeof setInterval> | undefined

  /** The clock of this cue: as it was left, if it is the same cue; else full and still, or running at once. */
  set(key: string, seconds: number, warnSeconds: number, autostart: boolean): void {
    this.warnAt = 1000 * warnSeconds
    if (key === this.key) return
    this.halt()
    this.key = key
    const was = kept()
    if (was?.key === key) {
      this.total = was.total
      this.left = was.until ? was.until - Date.now() : was.left
      if (was.until && this.left > -60_000) this.run()
      return
    }
    this.total = this.left = 1000 * seconds
    if (autostart && seconds) this.start()
  }

  start(): void {
    if (this.running) return
    unlock()
    if (this.left <= 0) this.left = this.total
    this.run()
  }

  pause(): void {
    this.tick()
    this.halt()
    this.keep()
  }

  toggle(): void {
    if (this.running) this.pause()
    else this.start()
  }

  more(seconds: number): void {
    const more = 1000 * seconds
    this.left = Math.max(0, this.left) + more
    this.total = Math.max(this.total, this.left)
    if (this.running) this.until = Date.now() + this.left
    this.keep()
  }

  again(seconds: number): void {
    this.halt()
    this.left = this.total = 1000 * seconds
    this.keep()
  }

  /** Stop ticking; whoever shows the clock calls it when it goes. */
  halt(): void {
    clearInterval(this.beat)
    this.running = false
  }

  private run(): void {
    this.until = Date.now() + this.left
    this.running = true
    this.keep()
    this.beat = setInterval(() => this.tick(), 100)
  }

  private tick(): void {
    const before = this.left
    this.left = this.until - Date.now()
    if (before > this.warnAt && this.left <= this.warnAt && this.left > 0 && this.warnAt < this.total) warn()
    if (before > 0 && this.left <= 0) end()
  }

  private keep(): void {
    const { key, left, total } = this
    try {
      localStorage.setItem(KEPT, JSON.stringify({ key, until: this.running ? this.until : 0, left, total } satisfies Kept))
    } catch {
      // a private window keeps nothing
    }
  }
}

/** 75 000 ms as 1:15. */
export function shown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
