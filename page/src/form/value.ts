/** What a draft holds, whatever its shape: a seat or a word alone, or beside a role, or within a speech. */

type Draft = { target?: number | string | null; as?: string | null; nominate?: number | null; to?: number | null; text?: string }

function draft(value: unknown): Draft {
  return typeof value === 'object' && value !== null ? (value as Draft) : {}
}

export function target(value: unknown): number | string | null {
  if (typeof value === 'number' || typeof value === 'string') return value
  return draft(value).target ?? null
}

export function role(value: unknown): string {
  return draft(value).as ?? ''
}

export function nominated(value: unknown): number | null {
  return draft(value).nominate ?? null
}

export function addressed(value: unknown): number | null {
  return draft(value).to ?? null
}

export function spoken(value: unknown): string {
  return typeof value === 'string' ? value : (draft(value).text ?? '')
}

/** A seat or word, and a role where the question wants one beside. */
export function paired(to: number | string | null, as: string, wanted: boolean): unknown {
  if (!wanted) return to
  return to === null && !as ? null : { target: to, as: as || null }
}
