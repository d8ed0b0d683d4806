/** The names of those who have played here, kept on this device: suggested while one types, and forgotten at a tap. */

import { keep, kept } from '../../lib/call'

const PLACE = 'duskfall.names'
const MOST = 200
const SHOWN = 6

function read(): string[] {
  const found = kept<unknown>(PLACE)
  return Array.isArray(found) ? found.filter((name): name is string => typeof name === 'string') : []
}

const folded = (name: string) => name.toLocaleLowerCase()

class Names {
  /** Whoever was written last stands first. */
  all = $state.raw(read())

  remember(name: string): void {
    const clean = name.trim()
    if (clean) this.set([clean, ...this.all.filter((one) => one !== clean)].slice(0, MOST))
  }

  forget(name: string): void {
    this.set(this.all.filter((one) => one !== name))
  }

  forgetAll(): void {
    this.set([])
  }

  /** Those that begin like what is typed, then those of whom a later word does, without those who sit already. */
  suggest(typed: string, seated: readonly string[]): string[] {
    const start = folded(typed.trim())
    const free = this.all.filter((one) => !seated.includes(one))
    const first = free.filter((one) => folded(one).startsWith(start))
    const later = free.filter((one) => !first.includes(one) && folded(one).split(/\s+/).some((part) => part.startsWith(start)))
    return [...first, ...later].slice(0, SHOWN)
  }

  private set(names: string[]): void {
    this.all = names
    keep(PLACE, names.length ? names : null)
  }
}

export const names = new Names()
