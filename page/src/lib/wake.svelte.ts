/** Keeps the screen lit while a table is live, where the browser can. */

class Wake {
  /** 'on', 'off', or 'none' where the browser cannot or will not. */
  state = $state<'on' | 'off' | 'none'>('off')
  private wanted = false
  private asking = false
  private lock: WakeLockSentinel | null = null

  constructor() {
    document.addEventListener('visibilitychange', () => void this.renew())
    document.addEventListener('click', () => void this.renew()) // Safari grants it only while a tap is fresh
  }

  async want(wanted: boolean): Promise<void> {
    this.wanted = wanted
    if (wanted) return this.renew()
    await this.lock?.release().catch(() => {})
    this.lock = null
    this.state = 'off'
  }

  private async renew(): Promise<void> {
    if (!this.wanted || this.asking || document.visibilityState !== 'visible' || (this.lock && !this.lock.released)) return
    if (!('wakeLock' in navigator)) {
      this.state = 'none'
      return
    }
    this.asking = true
    try {
      const lock = (this.lock = await navigator.wakeLock.request('screen'))
      if (!this.wanted) return this.want(false)
      this.state = 'on'
      // Low battery or another tab may take it away; it is asked for again at the next look.
      lock.addEventListener('release', () => {
        if (this.lock === lock && this.wanted) this.state = 'off'
      })
    } catch {
      this.state = 'none'
    } finally {
      this.asking = false
    }
  }
}

export const wake = new Wake()
