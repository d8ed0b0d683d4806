const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')

/** The time where this device is, with its offset: an evening is read on the clock by which it was played. */
export function now(): string {
  const date = new Date()
  const ahead = -date.getTimezoneOffset()
  const here = new Date(date.getTime() + ahead * 60_000).toISOString().slice(0, 19)
  return `${here}${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`
}
