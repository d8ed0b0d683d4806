/** A button that does something once it has been held long enough; pass `lift` to `use:hold`. */

export class LongHold {
  held = $state(false)
  private finished = false
  private timer = 0

  constructor(private readonly ms: number, private readonly done: () => void) {}

  readonly lift = (now: boolean): void => {
    this.stop()
    if (this.finished) return // it is about to go away, still held
    this.held = now
    if (now) this.timer = window.setTimeout(this.finish, this.ms)
  }

  readonly stop = (): void => clearTimeout(this.timer)

  private readonly finish = (): void => {
    this.finished = true
    this.done()
  }
}
