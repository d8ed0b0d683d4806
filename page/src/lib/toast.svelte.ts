/** One short line that comes and goes, for what was just done or refused. */

class Toast {
  text = $state('')
  tone = $state<'plain' | 'bad'>('plain')
  private timer: ReturnType<typeof setTimeout> | undefined

  show(text: string, tone: 'plain' | 'bad' = 'plain'): void {
    if (!text) return
    this.text = text
    this.tone = tone
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.hide(), 2600 + 40 * text.length)
  }

  hide(): void {
    clearTimeout(this.timer)
    this.text = ''
  }
}

export const toast = new Toast()
