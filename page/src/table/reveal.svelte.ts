/** Tells what came one piece after another, and the speech of AIs word by word; never so that anybody has to wait for it. */

import { prefersReducedMotion } from 'svelte/motion'
import { never } from '../lib/act'
import type { AnyTold, Pace } from '../lib/screen'

/** Milliseconds that a letter takes to be read. */
const LETTER_MS: Record<Pace, number> = { calm: 50, usual: 32, brisk: 16, instant: 0 }
const WIDE = /[\u2e80-\uffff]/ // a character that is a syllable or a word
const SYLLABLE = 3 // letters that such a one is worth
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
    const from = this.spoken
    const words = text.indexOf(' ', from + 1)
    const end = WIDE.test(text[from] ?? '') ? from + 1 : words < 0 ? text.length : words
    this.spoken = end
    const letters = WIDE.test(text[from] ?? '') ? SYLLABLE : end - from
    this.timer = setTimeout(() => this.speak(text), (letters * this.letter) / (behind ? 4 : 1))
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
