/** A table on its server: one socket that finds its way back by itself, and all that came through it. */

import { t, language } from '../words'
import type {
  AnyTold, ChatLine, RoomBoard, RoomClock, RoomHello, RoomLink, RoomNews, RoomStory, SeatForm, SeatState, Watching, WhatIsKnown,
} from '../lib/screen'
import type { Said } from '../seat/said'
import { keysOf, type Deed } from '../lobby/room'

/** A clock that counts on its own: when it ends, by `performance.now()`. */
export interface RunningClock extends RoomClock {
  ends: number
}

interface Pending {
  frame: object
  barred: string
  timer: ReturnType<typeof setTimeout>
}

const WAITS_MS = [250, 600, 1_200, 2_500, 5_000, 8_000]
const LOST_MS = 1_500
const HIDDEN_MS = 30_000
const SILENT_MS = 40_000 // the server says something every 15 seconds
const TAKEN_MS = 8_000
const HEARD_MS = 4_000

const named = (verb: string, number: number) => `${verb} ${number}`

export class TableLink {
  board = $state.raw<RoomBoard | null>(null)
  now = $state.raw<SeatState | null>(null)
  story = $state.raw<RoomStory | null>(null)
  /** The number of the game, from 1. */
  game = $state(0)
  events = $state.raw<AnyTold[]>([])
  /** How many events were there already when this page came, or came back. */
  caught = $state(0)
  clock = $state.raw<RunningClock | null>(null)
  chat = $state.raw<ChatLine[]>([])
  live = $state('')
  heard = $state('')
  refused = $state('')
  /** What this page has done to the table, until the table shows it or refuses: models may take a while to answer. */
  waits = $state<Deed['do'] | ''>('')
  gone = $state('')
  connected = $state(false)
  /** The server has not been there for a while. */
  lost = $state(false)
  /** The secret of a seat that was dealt anew, for the creator who asked for it. */
  dealt = $state.raw<RoomLink | null>(null)
  /** Answers that are on their way, by question. */
  private pending = $state.raw<ReadonlyMap<string, Pending>>(new Map())

  private socket: WebSocket | null = null
  private tries = 0
  private again: ReturnType<typeof setTimeout> | undefined
  private missed: ReturnType<typeof setTimeout> | undefined
  private silent: ReturnType<typeof setTimeout> | undefined
  private hidden = 0
  private spoken = ''
  private catching = false
  private ears: ((heard: string) => void)[] = []
  private learner: { learn: (known: WhatIsKnown) => void; fail: (why: Error) => void } | null = null
  private closed = true

  constructor(readonly room: string, readonly watch: Watching = 'seat') {}

  /** What is wrong with the connection, in words; empty if nothing is. */
  get trouble(): string {
    if (this.gone) return this.gone
    if (!this.lost) return ''
    return this.pending.size
      ? t('The server does not answer. Your answer is kept, and sent when it is back.')
      : t('The server does not answer. It goes on here when the server is back.')
  }

  /** Whether an answer to this question is on its way. */
  sending(form: SeatForm): boolean {
    return this.pending.has(named(form.verb, form.number))
  }

  open(): void {
    if (!this.closed) return
    this.closed = false
    addEventListener('online', this.hurry)
    addEventListener('offline', this.drop)
    addEventListener('pageshow', this.hurry)
    document.addEventListener('visibilitychange', this.look)
    this.connect()
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.drop)
    removeEventListener('pageshow', this.hurry)
    document.removeEventListener('visibilitychange', this.look)
    clearTimeout(this.again)
    clearTimeout(this.missed)
    for (const { timer } of this.pending.values()) clearTimeout(timer)
    this.pending = new Map()
    this.hang()
  }

  /** Send anything but an answer; it needs the server now. */
  send(deed: Deed): boolean {
    this.refused = ''
    const sent = this.connected && this.put(deed)
    this.waits = sent ? deed.do : ''
    if (!sent) this.refused = t('The server does not answer now: that was not sent.')
    return sent
  }

  /** Answer a question; it is kept, and sent again, until the server has taken it. */
  answer(form: SeatForm, value: unknown): void {
    this.refused = ''
    const frame = { do: 'answer', verb: form.verb, number: form.number, value }
    const key = named(form.verb, form.number)
    clearTimeout(this.pending.get(key)?.timer)
    this.pending = new Map([...this.pending, [key, { frame, barred: form.barred, timer: this.patience(key) }]])
    if (this.connected) this.put(frame)
  }

  /** How a speech would be heard; nothing if the server does not say. */
  hear(said: Said): Promise<string> {
    if (!this.connected || !this.put({ do: 'heard', said })) return Promise.resolve('')
    return new Promise((resolve) => {
      const ear = (heard: string) => {
        clearTimeout(timer)
        resolve(heard)
      }
      const timer = setTimeout(() => this.listened('', ear), HEARD_MS)
      this.ears.push(ear)
    })
  }

  /** What can be known from one's seat, where the coach is on; rejects with the reason why not. */
  know(): Promise<WhatIsKnown> {
    if (!this.connected || !this.put({ do: 'known' })) return Promise.reject(new Error(t('The server does not answer now: that was not sent.')))
    return new Promise((learn, fail) => (this.learner = { learn, fail }))
  }

  /** From now on in this language: all that was told is told anew. */
  speak(code: string): void {
    if (code === this.spoken) return
    this.spoken = code
    if (this.connected) this.put({ do: 'language', language: code })
  }

  // -- the socket ------------------------------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.again)
    if (this.closed || this.gone) return
    this.hang()
    this.missed ??= setTimeout(() => (this.lost = true), LOST_MS)
    const at = new URL('api/socket', document.baseURI)
    at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:'
    at.hash = ''
    const socket = (this.socket = new WebSocket(at))
    socket.onopen = () => this.greet(socket)
    socket.onmessage = (event) => {
      clearTimeout(this.silent)
      this.silent = setTimeout(this.drop, SILENT_MS)
      this.take(JSON.parse(String(event.data)) as RoomNews)
    }
    socket.onclose = () => {
      if (this.socket !== socket) return
      this.missing()
      this.again = setTimeout(() => this.connect(), WAITS_MS[Math.min(this.tries, WAITS_MS.length - 1)])
      this.tries += 1
    }
  }

  private greet(socket: WebSocket): void {
    const code = language()
    if (this.spoken && this.spoken !== code) [this.events, this.chat] = [[], []]
    this.spoken = code
    const { secret, creator } = keysOf(this.room)
    const hello: RoomHello = {
      room: this.room, watch: this.watch, language: code, game: this.game, have: this.events.length, chat: this.chat.length,
      ...(secret && this.watch === 'seat' ? { secret } : {}), ...(creator && this.watch !== 'watch' ? { creator } : {}),
    }
    this.catching = true
    socket.send(JSON.stringify(hello))
  }

  private missing(): void {
    this.connected = false
    this.catching = false
    this.waits = ''
    for (const ear of this.ears.splice(0)) ear('')
    this.learner?.fail(new Error(t('The server does not answer now: that was not sent.')))
    if (!this.gone) this.missed ??= setTimeout(() => (this.lost = true), LOST_MS)
  }

  private found(): void {
    this.connected = true
    this.lost = false
    this.tries = 0
    clearTimeout(this.missed)
    this.missed = undefined
  }

  private put(frame: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(frame))
    return true
  }

  private hang(): void {
    const socket = this.socket
    this.socket = null
    clearTimeout(this.silent)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
    this.missing()
  }

  private readonly hurry = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) return
    this.tries = 0
    this.connect()
  }

  private readonly drop = (): void => {
    this.hang()
    this.again = setTimeout(() => this.connect(), WAITS_MS[0])
  }

  /** A phone that was asleep may hold a socket that is dead without knowing it. */
  private readonly look = (): void => {
    if (document.visibilityState === 'hidden') {
      this.hidden = performance.now()
      return
    }
    if (performance.now() - this.hidden > HIDDEN_MS) this.hang()
    this.hurry()
  }

  // -- the news --------------------------------------------------------------------------------------------

  private take(news: RoomNews): void {
    if (news.gone) {
      this.gone = news.gone
      clearTimeout(this.missed)
      this.hang()
      return
    }
    if (!this.connected) this.found()
    if (news.game !== undefined && news.game !== this.game) this.begin(news.game)
    if (news.board) [this.board, this.waits] = [news.board, '']
    if (news.events && !this.tell(news.since ?? this.events.length, news.events)) return
    if (news.chat) this.chat = [...this.chat.slice(0, news.chat_since ?? this.chat.length), ...news.chat]
    if (news.clock !== undefined) this.clock = news.clock && { ...news.clock, ends: performance.now() + 1000 * news.clock.left }
    if (news.live !== undefined) this.live = news.live
    if (news.story) this.story = news.story
    if (news.link) this.dealt = news.link
    if (news.heard !== undefined) this.listened((this.heard = news.heard))
    if (news.known) this.learner?.learn(news.known)
    if (news.refused) this.refuse(news.refused)
    if (news.now) this.settle((this.now = news.now))
    if (this.catching) this.resend()
    this.catching = false
  }

  private begin(game: number): void {
    this.game = game
    this.events = []
    this.story = null
    this.now = null
    this.live = ''
    this.caught = 0
  }

  /** What is new is put behind the rest; false if something between is missing, and is fetched now. */
  private tell(since: number, events: AnyTold[]): boolean {
    if (since > this.events.length) {
      this.events = []
      this.connect()
      return false
    }
    const anew = this.catching || since < this.events.length - 1
    this.events = [...this.events.slice(0, since), ...events]
    if (anew) this.caught = this.events.length
    return true
  }

  private listened(heard: string, only = this.ears[0]): void {
    if (!only) return
    this.ears = this.ears.filter((ear) => ear !== only)
    only(heard)
  }

  private refuse(why: string): void {
    this.refused = why
    this.waits = ''
    this.forget([...this.pending.keys()])
    this.learner?.fail(new Error(why))
    for (const ear of this.ears.splice(0)) ear('')
  }

  /** A question that is gone was answered; one that came back with a reason was not. */
  private settle(now: SeatState): void {
    const open = new Map(now.forms.map((form) => [named(form.verb, form.number), form]))
    const done = [...this.pending].filter(([key, { barred }]) => {
      const form = open.get(key)
      return !form || (form.barred !== '' && form.barred !== barred)
    })
    this.forget(done.map(([key]) => key))
  }

  private resend(): void {
    for (const { frame } of this.pending.values()) this.put(frame)
  }

  private forget(keys: string[]): void {
    if (!keys.length) return
    const left = new Map(this.pending)
    for (const key of keys) {
      clearTimeout(left.get(key)?.timer)
      left.delete(key)
    }
    this.pending = left
  }

  /** A server that is there and does not take an answer: whoever gave it may try again. */
  private patience(key: string): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const kept = this.pending.get(key)
      if (!kept) return
      if (!this.connected) this.pending = new Map([...this.pending, [key, { ...kept, timer: this.patience(key) }]])
      else {
        this.forget([key])
        this.refused = t('The server has not taken your answer. Try again.')
      }
    }, TAKEN_MS)
  }
}
