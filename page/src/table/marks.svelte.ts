/** What one thinks of the others, and one's own notes: on this device alone, game by game. */

import { keep, kept } from '../lib/call'

export type Mark = '' | 'trust' | 'unsure' | 'suspect'

interface Kept {
  marks: Record<number, Mark>
  notes: Record<number, string>
}

export const MARKS: Mark[] = ['trust', 'unsure', 'suspect']
export const SIGNS: Record<Mark, string> = { '': '', trust: '✓', unsure: '?', suspect: '!' }

export class Marks {
  marks = $state.raw<Record<number, Mark>>({})
  /** By seat; 0 is of the whole table. */
  notes = $state.raw<Record<number, string>>({})
  private place = ''

  /** Those of this game from now on. */
  open(room: string, game: number): void {
    this.place = `duskfall.notes.${room}.${game}`
    const found = kept<Kept>(this.place)
    this.marks = found?.marks ?? {}
    this.notes = found?.notes ?? {}
  }

  mark(seat: number, mark: Mark): void {
    this.marks = { ...this.marks, [seat]: this.marks[seat] === mark ? '' : mark }
    this.save()
  }

  note(seat: number, text: string): void {
    this.notes = { ...this.notes, [seat]: text }
    this.save()
  }

  private save(): void {
    keep(this.place, { marks: this.marks, notes: this.notes })
  }
}
