/** Shows a film: the record, whose eyes, where it is, whether it runs and how fast. */

import { call, why } from '../lib/call'
import type { AnyTold, Film, FilmKnown, GameTale, SeatChair } from '../lib/screen'
import { pause } from '../seat/said'
import { t } from '../words'
import { chairsAt, isPhase, lastOf, sameMoment } from './moments'

export const SPEEDS = [0.5, 1, 2, 4, 8]
export type Eyes = number | string

export class Player {
  film = $state.raw<Film | null>(null)
  /** What turned the game; it is fetched when the end is reached. */
  tale = $state.raw<GameTale | null>(null)
  /** What these eyes could know over time; it is fetched when somebody asks for it. */
  known = $state.raw<FilmKnown | null>(null)
  trouble = $state('')
  busy = $state(false)
  /** The event that was shown last, from 0; as many as there are is the end. */
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  thoughts = $state(true)
  text = ''
  private calls = ''
  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  readonly last = $derived(this.film ? lastOf(this.film) : 0)
  readonly ended = $derived(!!this.film?.end && this.at >= this.film.events.length)
  readonly seats = $derived<SeatChair[]>(this.film ? chairsAt(this.film, this.at) : [])
  readonly items = $derived<AnyTold[]>(
    (this.film?.events.slice(0, this.at + 1) ?? []).filter((event) => this.thoughts || !event.thought).map((event) => event.told),
  )
  private readonly phase = $derived(this.items.findLast((item) => item.kind === 'phase'))
  readonly night = $derived(!this.ended && this.phase?.kind === 'phase' && this.phase.phase === 'night')
  readonly heading = $derived(this.ended ? t('The end') : (this.phase?.text ?? t('The deal')))

  /** Read a record, and show its beginning, or this moment. */
  async open(text: string, calls = '', eyes: Eyes = 'public', at = 0): Promise<void> {
    this.close()
    this.text = text
    this.calls = calls
    await this.look(eyes)
    this.go(at)
  }

  /** The same moment through these eyes, in the language now spoken. */
  async look(eyes: Eyes = this.film?.as ?? 'public'): Promise<void> {
    if (!this.text) return
    const number = (this.asked += 1)
    const { text, calls } = this
    this.busy = true
    this.trouble = ''
    this.tale = null
    try {
      const film = await call('film', { text, calls, as: eyes })
      if (number !== this.asked) return
      if (this.film) this.at = sameMoment(this.film, this.at, film)
      this.film = film
      this.known = null
      if (this.ended) void this.remember()
    } catch (error) {
      if (number === this.asked) this.trouble = why(error)
    } finally {
      if (number === this.asked) this.busy = false
    }
  }

  close(): void {
    this.asked += 1 // whatever is still on its way is not shown
    this.stop()
    Object.assign(this, { film: null, tale: null, known: null, trouble: '', busy: false, at: 0, text: '', calls: '' })
  }

  // -- where ---------------------------------------------------------------------------------------------------

  go(at: number): void {
    this.at = Math.min(Math.max(0, Math.round(at) || 0), this.last)
    if (this.ended) void this.remember()
    if (this.playing) this.wait()
  }

  /** The next night, day or end, or the one before. */
  skip(by: 1 | -1): void {
    const marks = this.film?.marks.filter(isPhase).map((mark) => mark.at) ?? []
    this.go(by > 0 ? (marks.find((at) => at > this.at) ?? this.last) : (marks.findLast((at) => at < this.at) ?? 0))
  }

  play(): void {
    if (this.at >= this.last) this.at = 0
    this.playing = true
    this.wait()
  }

  stop(): void {
    this.playing = false
    clearTimeout(this.timer)
  }

  toggle(): void {
    if (this.playing) this.stop()
    else this.play()
  }

  faster(by: 1 | -1): void {
    this.pace(SPEEDS[Math.min(Math.max(0, SPEEDS.indexOf(this.speed) + by), SPEEDS.length - 1)]!)
  }

  pace(speed: number): void {
    this.speed = speed
    if (this.playing) this.wait()
  }

  private wait(): void {
    clearTimeout(this.timer)
    if (this.at >= this.last) return this.stop()
    const event = this.film?.events[this.at]
    const hidden = event?.thought && !this.thoughts
    this.timer = setTimeout(() => this.go(this.at + 1), event && !hidden ? (1.4 * pause(event.told)) / this.speed : 0)
  }

  /** Count what could be known; rejects where it cannot be. */
  async count(): Promise<void> {
    const number = this.asked
    const known = await call('film_known', { text: this.text, as: this.film?.as })
    if (number === this.asked) this.known = known
  }

  private async remember(): Promise<void> {
    if (this.tale || !this.film?.verified) return
    const number = this.asked
    try {
      const tale = await call('film_story', { text: this.text })
      if (number === this.asked) this.tale = tale
    } catch {
      // what turned the game is told where it can be; the film itself is there
    }
  }
}
