/** The engine says no, in one line for people. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** The server says: not so many at once. */
export class TooOften extends EngineError {
  override name = 'TooOften'
}

/** There is no way to the server now; the same call may succeed later. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}
