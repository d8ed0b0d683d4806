// Brings an evening's actions to the server, as often as it takes, and finds out when the server has others.

import { EngineError, Unreachable } from './errors'
import { callServer } from './server'
import type { Action } from './store'

const SOONEST_MS = 1_000
const LATEST_MS = 30_000

export interface Sent {
  /** how many of our actions the server has now */
  synced: number
  /** the server's actions, when they are not the beginning of ours */
  theirs: Action[] | null
}

/** Whether one list of actions is the beginning of the other. */
export function begins(short: Action[], long: Action[]): boolean {
  return short.length <= long.length && short.every((action, index) => same(action, long[index]))
}

/** Whether two JSON values are the same, in whatever order their keys stand. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted)
}

function sorted(_: string, value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Send what the server lacks of this log; `from`: what it had when last heard of. */
export async function send(id: string, log: Action[], from: number, language: string): Promise<Sent> {
  let have = from
  for (let tries = 0; tries < 4; tries++) {
    const answer = await callServer('evening', { id, have, actions: log.slice(have), language })
    if (answer.refused) throw new EngineError(answer.refused)
    if (answer.missing) {
      const theirs: Action[] = [...log.slice(0, have), ...(answer.missing as Action[])]
      if (!begins(theirs, log)) return { synced: have, theirs }
      have = theirs.length // it had them all along: our last message came through, its answer did not
      if (have === log.length) return { synced: have, theirs: null }
    } else if (answer.at < have) have = answer.at
    else return { synced: Math.min(answer.at, log.length), theirs: null }
  }
  throw new Unreachable('the server does not come to an end')
}

/** Calls `work` again and again until it is through: at once when the network comes back, else later and later. */
export class Retry {
  private timer = 0
  private wait = SOONEST_MS
  private running = false
  private again = false

  constructor(private readonly work: () => Promise<boolean>) {
    addEventListener('online', this.now)
    document.addEventListener('visibilitychange', this.now)
  }

  /** Try now; if a try is under way, once more after it. */
  readonly now = (): void => {
    clearTimeout(this.timer)
    if (this.running) this.again = true
    else void this.run()
  }

  private async run(): Promise<void> {
    this.running = true
    const done = await this.work().catch(() => false)
    this.running = false
    if (this.again) {
      this.again = false
      this.now()
    } else if (done) this.wait = SOONEST_MS
    else {
      this.timer = window.setTimeout(this.now, this.wait)
      this.wait = Math.min(this.wait * 2, LATEST_MS)
    }
  }

  stop(): void {
    clearTimeout(this.timer)
    removeEventListener('online', this.now)
    document.removeEventListener('visibilitychange', this.now)
  }
}
