// Whether the server answers. A lost one is told in words at once, on every screen.

const SLOW_MS = 2_500

class Reach {
  /** The server does not answer, or takes too long. */
  lost = $state(false)

  /** Follow a request of the server: whether it comes through, and in time. */
  async follow<T>(request: Promise<T>): Promise<T> {
    const slow = setTimeout(() => (this.lost = true), SLOW_MS)
    try {
      const found = await request
      this.lost = false
      return found
    } catch (error) {
      this.lost = true
      throw error
    } finally {
      clearTimeout(slow)
    }
  }
}

export const reach = new Reach()
