/** Keeps the screen lit while a table is live, where the browser can. */

class Wake {
  /** 'on', 'off', or 'none' where the browser cannot or will not. */
  state = $state<'on' | 'off' | 'none'>('off')
  private wanted = false
  private lock: WakeLockSentinel | null = null

  constructor() {
    document.addEventListener('visibilitychange', () => void this.renew())
  }

  async want(wanted: boolean): Promise<void> {
    this.wanted = wanted
    if (wanted) return this.renew()
    await this.lock?.release().catch(() => {})
    this.lock = null
    this.state = 'off'
  }

  private async renew(): Promise<void> {
    if (!this.wanted || document.visibilityState !== 'visible' || (this.lock && !this.lock.released)) return
    if (!('wakeLock' in navigator)) {
      this.state = 'none'
      return
    }
    try {
      const lock = (this.lock = await navigator.wakeLock.request('screen'))
      this.state = 'on'
      // Low battery or another tab may take it away; it is asked for again at the next look.
      lock.addEventListener('release', () => {
        if (this.lock === lock && this.wanted) this.state = 'off'
      })
    } catch {
      this.state = 'none'
    }
  }
}

export const wake = new Wake()
