/** What was tapped, while it is still on its way: the next tap builds on it, not on what stood before. */
export class Ahead<T> {
  private sent = $state.raw<T | undefined>(undefined)

  constructor(
    /** What has come through. */
    private readonly stands: () => T,
    private readonly send: (next: T) => unknown,
  ) {}

  get now(): T {
    return this.sent ?? this.stands()
  }

  async put(next: T): Promise<void> {
    this.sent = next
    try {
      await this.send(next)
    } finally {
      if (this.sent === next) this.sent = undefined
    }
  }
}
