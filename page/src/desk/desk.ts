/** What is set at the rulings desk, changed step by step. */

import type { DeskAct, DeskForm, DeskParams, DeskPosition, HostChair } from '../lib/screen'

export const KEPT = 'duskfall.desk'

/** The seats of the position, as the forms of the page show them. */
export function seats(position: DeskPosition): HostChair[] {
  const label = new Map(position.roles.map((role) => [role.value, role.label]))
  const { seats: rows, start } = position.params
  return rows.map((row, index) => ({
    seat: index + 1, name: row.name, alive: !start.dead.includes(index + 1), role: label.get(row.role) ?? row.role, team: '',
    fouls: 0, silenced: false, removed: false, titles: [], cards: [], nominated: false, speaking: false, first: false, link: '',
  }))
}

/** The params without a seat: whoever sat behind it moves up, and nothing points at it any more. */
export function without(params: DeskParams, seat: number): DeskParams {
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
export function answered(params: DeskParams, phase: number, form: DeskForm, value: unknown): DeskParams {
  const { round } = form
  const play = params.play.map((item, index) => {
    if (index !== phase) return item
    const mine = (act: DeskAct) => act.verb === form.verb && (act.seat === form.seat || act.seat === form.who)
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
export function counted(params: DeskParams, phase: number, verb: string, round: number, votes: null | Record<string, number>): DeskParams {
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
