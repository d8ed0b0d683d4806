/** A record that one room hands to the next: a game just played, to be seen again. */

let record = ''

export function hand(text: string): void {
  record = text
}

/** What was handed over, once. */
export function taken(): string {
  const text = record
  record = ''
  return text
}
