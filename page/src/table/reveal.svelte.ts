/** Tells what came one piece after another, and the speech of AIs word by word; never so that anybody has to wait for it. */

import { prefersReducedMotion } from 'svelte/motion'
import { never } from '../lib/act'
import type { AnyTold, Pace } from '../lib/screen'

/** Milliseconds that a letter takes to be read. */
const LETTER_MS: Record<Pace, number> = { calm: 42, usual: 30, brisk: 18, instant: 0 }
const TICK_MS = 60
const MANY = 5

export class Reveal {
  /** How many pieces are told. */
  shown = $state(0)
  /** How many letters of the last one. */
  spoken = $state(Infinity)
  private events: AnyTold[] = []
  private letter = 0
  private live = ''
  private streams: (seat: number) => boolean = () => false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** All that has come, of which `caught` pieces are no news; `streams` says whose speech comes word by word. */
  update(events: AnyTold[], caught: number, pace: Pace, live: string, streams: (seat: number) => boolean): void {
    this.events = events
    this.streams = streams
    this.letter = document.hidden || prefersReducedMotion.current ? 0 : LETTER_MS[pace]
    if (live) this.live = live
    if (this.shown > events.length || this.shown < caught) {
      this.stop()
      this.shown = Math.max(Math.min(this.shown, events.length), caught)
    }
    if (!this.letter || events.length - this.shown > MANY) this.flush()
    else if (this.timer === undefined) this.step()
  }

  flush(): void {
    this.stop()
    this.shown = this.events.length
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.spoken = Infinity
  }

  private step = (): void => {
    this.timer = undefined
    this.spoken = Infinity
    const item = this.events[this.shown]
    if (!item) return
    this.shown += 1
    if (item.kind === 'said' && !item.you && this.streams(item.seat)) {
      this.spoken = item.text.startsWith(this.live) ? this.live.length : 0
      this.live = ''
      this.speak(item.text)
    } else this.timer = setTimeout(this.step, this.gap(item))
  }

  private speak(text: string): void {
    const behind = this.events.length - this.shown
    if (this.spoken >= text.length || behind > 1) {
      this.spoken = Infinity
      this.timer = setTimeout(this.step, behind ? 0 : 200)
      return
    }
    const letters = this.spoken + ((behind ? 4 : 1) * TICK_MS) / this.letter
    const end = text.indexOf(' ', Math.floor(letters))
    this.spoken = end < 0 || end - letters > 24 ? letters : end + 1
    this.timer = setTimeout(() => this.speak(text), (this.spoken - letters) * this.letter + TICK_MS)
  }

  /** How long a piece stands alone before the next one that came with it. */
  private gap(item: AnyTold): number {
    const pace = this.letter / LETTER_MS.usual
    switch (item.kind) {
      case 'dawn':
      case 'death':
        return 1_000 * pace
      case 'vote':
        return 900 * pace
      case 'phase':
        return 500 * pace
      case 'line':
      case 'said':
        return 150 * pace
      default:
        return never(item)
    }
  }
}
