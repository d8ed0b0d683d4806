/** A table that is being made or changed: what is wished so far, and what the server makes of it. */

import { call, why } from '../../lib/call'
import type { GameBook, RoomClocks, RoomForm, RoomWish, Value } from '../../lib/screen'
import { callRoom } from '../room'

const CALM_MS = 250
const DOLLARS = 1

export class Wishing {
  wish = $state.raw<RoomWish>({})
  form = $state.raw<RoomForm | null>(null)
  games = $state.raw<GameBook[]>([])
  trouble = $state('')
  /** Whether the form is that of an older wish. */
  behind = $state(false)
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0

  constructor(wish: RoomWish) {
    this.wish = wish
  }

  /** Ask for everything anew: at the start, after trouble, in another language. */
  async load(): Promise<void> {
    clearTimeout(this.timer)
    const ask = ++this.asked
    this.behind = true
    const { rules, seats, deck, flags, clocks } = this.wish
    try {
      const [form, games] = await Promise.all([callRoom('form', { rules, seats, deck, flags, clocks }), call('rulesets')])
      if (ask !== this.asked) return
      this.form = form
      this.games = games
      this.trouble = ''
      this.behind = false
    } catch (error) {
      if (ask === this.asked) this.trouble = why(error)
    }
  }

  /** Whoever taps a stepper five times asks once; what was asked before the last tap is out of date. */
  set(change: RoomWish): void {
    this.close()
    this.wish = { ...this.wish, ...change }
    this.behind = true
    this.timer = setTimeout(() => void this.load(), CALM_MS)
  }

  /** Another book has other roles and other house rules. */
  play(rules: string): void {
    this.set({ rules, deck: '', flags: {} })
  }

  /** A deck of one's own would not fit another table. */
  seat(seats: number): void {
    this.set({ seats, deck: '' })
  }

  /** Only what differs from the book is wished for. */
  rule(name: string, value: Value): void {
    const usual = this.form?.flags.find((one) => one.name === name)?.usual
    const { [name]: _, ...others } = this.wish.flags ?? {}
    this.set({ flags: value === usual ? others : { ...others, [name]: value } })
  }

  /** Who costs needs a limit. */
  filled(fill: string): void {
    const costs = this.form?.fills.find((one) => one.value === fill)?.costs
    this.set({ fill, max_cost: costs ? this.wish.max_cost || DOLLARS : 0 })
  }

  clock(name: keyof RoomClocks, seconds: number): void {
    const clocks = this.clocks
    if (clocks) this.set({ clocks: { ...clocks, [name]: seconds } })
  }

  get clocks(): RoomClocks | undefined {
    return this.wish.clocks ?? this.form?.clocks
  }

  get seats(): number {
    return this.wish.seats ?? this.form?.seats ?? 0
  }

  /** How many cards the deck has, with what was tapped and is not answered yet. */
  get cards(): number {
    return this.deck.reduce((sum, row) => sum + row.count, 0)
  }

  /** Whether there is a card for every seat; the book's deck always fits, even before it is here. */
  get fits(): boolean {
    return this.cards === this.seats || (this.behind && !this.wish.deck)
  }

  /** The deck as it is tapped, before the server has answered. */
  get deck(): RoomForm['deck'] {
    const rows = this.form?.deck ?? []
    if (!this.wish.deck || !this.behind) return rows
    const counts = new Map(this.wish.deck.split(', ').map((card) => card.split('*')).map(([role, many]) => [role, Number(many ?? 1)]))
    return rows.map((row) => ({ ...row, count: counts.get(row.role) ?? 0 }))
  }

  /** The house rules, likewise. */
  get flags(): RoomForm['flags'] {
    return (this.form?.flags ?? []).map((one) => ({ ...one, value: this.wish.flags?.[one.name] ?? (this.behind ? one.usual : one.value) }))
  }

  close(): void {
    clearTimeout(this.timer)
    this.asked += 1
  }
}
