/** What this device likes: its look, its sounds. No part of an evening, so not kept in it. */

const KEPT = 'duskfall.prefs'
const bright = matchMedia('(prefers-color-scheme: light)')

interface Kept {
  look: 'auto' | 'dark' | 'light'
  sound: boolean
  buzz: boolean
  autostart: boolean
  /** By night a tap on a seat records it and goes on. */
  goOn: boolean
  /** A new evening begins with the house rules of clubs. */
  club: boolean
  /** At a table of one's own: sounds, and speech read aloud. */
  chimes: boolean
  aloud: boolean
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>
  } catch {
    return {}
  }
}

class Prefs {
  look = $state<Kept['look']>('auto')
  sound = $state(true)
  buzz = $state(true)
  autostart = $state(false)
  goOn = $state(false)
  club = $state(false)
  chimes = $state(false)
  aloud = $state(false)

  constructor() {
    Object.assign(this, kept())
    this.dress()
    bright.addEventListener('change', () => this.dress())
  }

  set(change: Partial<Kept>): void {
    Object.assign(this, change)
    const { look, sound, buzz, autostart, goOn, club, chimes, aloud } = this
    try {
      localStorage.setItem(KEPT, JSON.stringify({ look, sound, buzz, autostart, goOn, club, chimes, aloud }))
    } catch {
      // a private window keeps nothing
    }
    this.dress()
  }

  private dress(): void {
    document.documentElement.dataset.look = this.look === 'auto' ? (bright.matches ? 'light' : 'dark') : this.look
    paint()
  }
}

/** The bars of the phone take the colour of the page. */
export function paint(): void {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
}

export const prefs = new Prefs()
