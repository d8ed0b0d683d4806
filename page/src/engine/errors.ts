/** The engine says no, in one line for people. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** There is no way to the server now; the same call may succeed later. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}
