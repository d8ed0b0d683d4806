/** The language of the page: whole sentences, English being the key; catalogues are generated (tools/words.py). */

import { createSubscriber } from 'svelte/reactivity'

export const LANGUAGES = { en: 'English', ru: 'Русский', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

const catalogues = import.meta.glob<Record<string, string>>('./words/*.json', { import: 'default' })
const KEPT = 'duskfall.language'

let spoken: Language = 'en'
let known: Record<string, string> = {}
let changed = () => {}
const watch = createSubscriber((update) => {
  changed = update
  return () => (changed = () => {})
})

/** A whole sentence in the language now spoken, with its {slots} filled. */
export function t(text: string, slots: Record<string, string | number> = {}): string {
  watch()
  return (known[text] || text).replace(/\{(\w+)\}/g, (whole, name: string) => shown(slots[name] ?? whole))
}

/** A number as it is written in the language now spoken; words stay as they are. */
export function shown(value: string | number): string {
  return typeof value === 'number' && !(Number.isInteger(value) && Math.abs(value) < 1000) ? value.toLocaleString(locale()) : String(value)
}

/** For numbers and dates: how this device writes the language now spoken, en-GB or en-US for English. */
export function locale(): string {
  const tongue = language()
  return navigator.languages.find((code) => code.toLowerCase().split('-')[0] === tongue && isTag(code)) ?? tongue
}

/** Whether it is a language tag. Some browsers have others, such as en-US@posix, which no date can be written with. */
function isTag(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length > 0
  } catch {
    return false
  }
}

/** For dates. English ones are written as in the device's own country: "en" alone would be American. */
function dateLocale(): string {
  const region = isTag(navigator.language) ? new Intl.Locale(navigator.language).maximize().region : undefined
  return language() === 'en' && region ? `en-${region}` : locale()
}

/** A day, given as 2026-11-18. */
export function day(iso: string): string {
  const date = new Date(`${iso}T12:00`)
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleDateString(dateLocale(), { dateStyle: 'medium' })
}

/** A moment as a date and a time of day. */
export function moment(when: string): string {
  return new Date(when).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
}

/** Names in a row. */
export function list(names: string[]): string {
  return names.join(language() === 'zh' ? '、' : ', ')
}

/** The code of the language now spoken; whoever reads it in a component follows its changes. */
export function language(): Language {
  watch()
  return spoken
}

/** Speak this language from now on, and keep that on this device. */
export async function speak(code: string): Promise<void> {
  if (!(code in LANGUAGES)) return
  const load = catalogues[`./words/${code}.json`]
  try {
    known = load ? await load() : {}
  } catch {
    return // the catalogue is out of reach: better the old language than half of a new one
  }
  spoken = code as Language
  document.documentElement.lang = code
  try {
    localStorage.setItem(KEPT, code)
  } catch {
    // a private window keeps nothing
  }
  changed()
}

/** What was chosen on this device, else the device's own language, else English. */
export function preferred(): Language {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEPT)
  } catch {
    // as above
  }
  for (const code of [kept, ...navigator.languages]) {
    const short = code?.slice(0, 2).toLowerCase()
    if (short && short in LANGUAGES) return short as Language
  }
  return 'en'
}
