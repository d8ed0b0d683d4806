/** The rulings desk as the engine writes it (src/duskfall/host/desk/). */

import type { Flag, Form, Seat, Value } from '../lib/screen'

export interface Act {
  verb: string
  seat: number | string
  value: unknown
}

/** A vote of which only the counts are known, by seat or word; `round` counts its ballots from 0. */
export interface Counted {
  verb: string
  round: number
  votes: Record<string, number>
}

export interface Start {
  phase: string
  number: number
  dead: number[]
  marks: { mark: string; seat: number }[]
  used: { verb: string; seat: number; count: number }[]
  last: { verb: string; seat: number; target: number }[]
  titles: { title: string; seat: number }[]
}

export interface Params {
  name: string
  rules: string
  flags: Record<string, Value>
  seats: { name: string; role: string }[]
  cards: { card: string; seat: number }[]
  assign: { deal: string; seat: number; target: number }[]
  start: Start
  play: Item[]
}

export interface Item {
  phase: string
  acts: Act[]
  counts?: Counted[]
}

export interface Held {
  name: string
  label: string
  seats: number[]
}

export interface Row {
  name: string
  label: string
  seat: number
  who: string
}

export interface Position {
  params: Params
  rulesets: { id: string; title: string }[]
  title: string
  roles: { value: string; label: string; team: string; teamLabel: string }[]
  phases: { value: string; label: string }[]
  flags: (Flag & { default: Value })[]
  cards: Held[]
  marks: Held[]
  titles: Held[]
  deals: (Row & { target: number })[]
  used: (Row & { count: number; most: number })[]
  last: (Row & { target: number })[]
}

/** A question; the same may be asked more than once in a phase, a vote again for one. */
export interface Asked extends Form {
  round: number
}

export interface Ruled {
  title: string
  lines: { text: string; rule: string; cite: string }[]
  svg: string
  phase: string
  number: number
  forms: Asked[]
  dead: { seat: number; name: string; role: string; causes: string[] }[]
  out: { seat: number; name: string; role: string }[]
  told: { seat: number; name: string; text: string }[]
  aloud: string[]
  unused: string[]
  miscounted: string[]
}

export interface Ruling {
  phases: Ruled[]
  over: null | { side: string; reason: string; rule: string; cite: string; text: string }
}

export const KEPT = 'duskfall.desk'

/** The seats of the position, as the forms of the page show them. */
export function seats(position: Position): Seat[] {
  const label = new Map(position.roles.map((role) => [role.value, role.label]))
  const { seats: rows, start } = position.params
  return rows.map((row, index) => ({
    seat: index + 1, name: row.name, alive: !start.dead.includes(index + 1), role: label.get(row.role) ?? row.role, team: '',
    fouls: 0, silenced: false, removed: false, titles: [], cards: [], nominated: false, speaking: false, first: false, link: '',
  }))
}

/** The params without a seat: whoever sat behind it moves up, and nothing points at it any more. */
export function without(params: Params, seat: number): Params {
  const moved = (each: number) => (each > seat ? each - 1 : each)
  const rows = <T extends { seat: number }>(list: T[]) => list.filter((row) => row.seat !== seat).map((row) => ({ ...row, seat: moved(row.seat) }))
  const aimed = <T extends { seat: number; target: number }>(list: T[]) =>
    rows(list).filter((row) => row.target !== seat).map((row) => ({ ...row, target: moved(row.target) }))
  const { start } = params
  return {
    ...params,
    seats: params.seats.filter((_, index) => index + 1 !== seat),
    cards: rows(params.cards),
    assign: aimed(params.assign),
    start: {
      ...start, dead: start.dead.filter((each) => each !== seat).map(moved), marks: rows(start.marks), used: rows(start.used),
      last: aimed(start.last), titles: rows(start.titles),
    },
    play: params.play.map((item) => ({ ...item, acts: [], counts: [] })),
  }
}

/** The params with this answer to a question of one phase; null takes it back. What is asked again is answered with a list. */
export function answered(params: Params, phase: number, form: Form & { round?: number }, value: unknown): Params {
  const round = form.round ?? 0
  const play = params.play.map((item, index) => {
    if (index !== phase) return item
    const mine = (act: Act) => act.verb === form.verb && (act.seat === form.seat || act.seat === form.who)
    const others = item.acts.filter((act) => !mine(act))
    const before = item.acts.find(mine)?.value
    if (!round && !Array.isArray(before)) return { ...item, acts: value === null ? others : [...others, { verb: form.verb, seat: form.seat, value }] }
    const all = Array.isArray(before) ? [...before] : [before ?? null]
    while (all.length <= round) all.push(null)
    all[round] = value
    return { ...item, acts: [...others, { verb: form.verb, seat: form.seat, value: all }] }
  })
  return { ...params, play }
}

/** The params with a vote of one phase closed by these counts, instead of by names; null takes them back. */
export function counted(params: Params, phase: number, verb: string, round: number, votes: null | Record<string, number>): Params {
  const play = params.play.map((item, index) => {
    if (index !== phase) return item
    const others = (item.counts ?? []).filter((each) => each.verb !== verb || each.round !== round)
    const counts = votes ? [...others, { verb, round, votes }] : others
    const acts = item.acts.map((act) => (act.verb === verb ? { ...act, value: unnamed(act.value, round) } : act))
    return { ...item, counts, acts: votes ? acts.filter((act) => act.value !== null) : item.acts }
  })
  return { ...params, play }
}

/** A voter's answers without the one in this ballot. */
function unnamed(value: unknown, round: number): unknown {
  if (Array.isArray(value)) return value.map((each, index) => (index === round ? null : each))
  return round ? value : null
}
