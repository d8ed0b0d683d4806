/** The screen as the action layer writes it (src/duskfall/host); the page only shows it. */

export type Place =
  | 'table' | 'cards' | 'peek' | 'links' | 'night' | 'ruling' | 'read'
  | 'speech' | 'discussion' | 'ballot' | 'choice' | 'victory' | 'over'

export type Value = boolean | number | string

export interface Seat {
  seat: number
  name: string
  alive: boolean
  role: string
  team: string
  fouls: number
  silenced: boolean
  removed: boolean
  titles: string[]
  cards: string[]
  nominated: boolean
  speaking: boolean
  first: boolean
  /** The part of the link to this seat's card that never leaves the phone; empty where real cards are dealt. */
  link: string
}

export interface Option {
  value: number | string
  label: string
  /** 0: a word, not a seat. */
  seat: number
  /** Why it may not be picked, in words; empty if it may. */
  barred: string
}

export interface Form {
  seat: number
  verb: string
  who: string
  label: string
  question: string
  kind: 'choice' | 'yesno' | 'ballot' | 'speech'
  options: Option[]
  roles: { value: string; label: string }[]
  nominees: { value: number; label: string }[]
  /** Of a speech: who may be addressed. */
  addresses?: { value: number; label: string }[]
  value: unknown
  barred: string
}

export interface Flag {
  name: string
  about: string
  rule: string
  value: Value
  values: string[]
  /** The values in words. */
  labels?: string[]
  pending: null | Value
}

export interface DeckRow {
  role: string
  label: string
  team: string
  count: number
}

export interface Table {
  rules: string
  rulesets: { id: string; title: string }[]
  names: string[]
  /** The names as they were written; an empty one is the seat's own. */
  given: string[]
  seats: [number, number]
  deck: DeckRow[]
  deckText: string | null
  deal: string
  deals: { value: string; label: string; about: string }[]
  cards: { name: string; label: string; holders: number[] }[]
  callAll: boolean
  problems: string[]
}

export interface Cards {
  roles: { role: string; label: string; count: number; left: number }[]
  asking: string
  calling: boolean
}

export interface Ruling {
  lines: { text: string; rule: string; cite: string }[]
  svg: string
}

export interface Result {
  /** The side's name in the rules, and as people read it. */
  winner: string
  side: string
  reason: string
  rule: string
  cite?: string
  lines: string[]
}

export interface Standings {
  columns: string[]
  rows: (string | number)[][]
}

export interface Settings {
  rules: string
  timers: Record<string, number>
  fouls: { silence: number; removal: number }
  scoring: string
  /** The chosen scoring as data, if it is the club's own; only the engine knows what is in it. */
  own: null | { name?: unknown }
  /** Those that fit these rules. */
  scorings: { name: string; label: string }[]
  language: string
}

/** What is shown silently to one player. */
export interface Sign {
  text: string
  to: string
  seat: number
}

/** A best move: whose it is, and whom it named so far. */
export interface Move {
  seat: number
  name: string
  named: number[]
}

export interface Screen {
  at: number
  language: string
  place: Place
  key: string
  title: string
  crumb: string
  dim: boolean
  say: string[]
  pause: number
  timer: null | { seconds: number; warn: number; label: string }
  notes: string[]
  secret: string[]
  /** whoever is asked here need not show themselves: whether anybody is, is not to be seen before somebody does it */
  veiled: boolean
  /** how many games of this evening have begun */
  games: number
  signs: Sign[]
  forms: Form[]
  seats: Seat[]
  next: { label: string; ready: boolean; why: string }
  /** What would be taken back, and what taken again; empty if there is nothing. */
  back: string
  forth: string
  /** After a correction: how many steps had followed, if they can be taken again from here on. */
  rest: number
  upcoming: string
  flags: Flag[]
  settings: Settings
  ruling: null | Ruling
  table: null | Table
  cards: null | Cards
  peek: null | { seat: number; name: string; card: string[] }
  links: null | { seat: number; name: string; fragment: string }[]
  result: null | Result
  standings: null | Standings
  best: null | (Move & { most: number; moves: Move[] })
  /** The draft of a vote by counts, where one is kept. */
  counts?: null | Record<string, number>
}

export type Action = { do: string } & Record<string, unknown>
export type Act = (action: Action) => unknown
