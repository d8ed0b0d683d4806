/** A seat's card on a static site: the link says which card it is, the site has the words of all cards; no engine is needed. */

import type { AllCards, LinkHeld, SeatCard } from '../lib/screen'
import { language, t } from '../words'

export type PrintedCard = Pick<SeatCard, 'name' | 'card'>

const LONGEST = 8000

/** The card of a link; null where the site has no words for it: then the engine is to be asked. */
export async function printed(fragment: string): Promise<PrintedCard | null> {
  const held = opened(fragment)
  const cards = await fetched(`cards/${held.r}.${language()}.json`)
  const mine = cards && own(cards.cards, held.c)
  const lines = mine && own(mine.lines, mine.on.map(([flag, usual]) => String(held.f[flag] ?? usual)).join(','))
  const known = cards && held.k.map(([name, role, how]) => (role ? own(cards.known, role) : own(cards.dealt, how))?.replace('{name}', () => name))
  if (!lines || !known || known.includes(undefined)) return null
  return { name: held.n, card: [lines[0], ...known, ...lines.slice(1)] as string[] }
}

function opened(fragment: string): LinkHeld {
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const held = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as LinkHeld
    const words = [held.n, held.c, ...held.k.flat()].every((word) => typeof word === 'string')
    if (words && /^[a-z-]+$/.test(held.r) && typeof held.f === 'object' && held.f !== null && fragment.length <= LONGEST) return held
  } catch {
    // as below
  }
  throw new Error(t('This link is damaged: ask the host for it again.'))
}

async function fetched(path: string): Promise<AllCards | null> {
  try {
    const response = await fetch(new URL(path, document.baseURI))
    return response.ok ? ((await response.json()) as AllCards) : null
  } catch {
    return null // no network, and the engine may be on the device
  }
}

const own = <T>(table: Record<string, T>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)
