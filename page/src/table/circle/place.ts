/** Where seats stand around a table: on a curve between a circle and a rectangle, equally far from each other. */

export interface Spot {
  /** Of the middle of the seat, in pixels. */
  x: number
  y: number
}

const STEPS = 720

/**
 * The first seat is at the bottom, the others follow clockwise. `width` and `height` are of the whole place, `wide` and
 * `tall` of a seat; `square` is 2 for an ellipse, more for something that is more like a rectangle.
 */
export function around(count: number, width: number, height: number, wide: number, tall: number, square: number): Spot[] {
  const { curve, lengths } = measured(width, height, wide, tall, square)
  const whole = lengths[STEPS]!
  let step = 0
  return Array.from({ length: count }, (_, seat) => {
    const at = (whole * seat) / count
    while (lengths[step + 1]! < at) step += 1
    const [a, b] = [curve[step]!, curve[step + 1]!]
    const part = (at - lengths[step]!) / (lengths[step + 1]! - lengths[step]! || 1)
    return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
  })
}

/** The curve, and how long it is up to each of its points: in seats, of which two are clear one width or height apart. */
function measured(width: number, height: number, wide: number, tall: number, square: number): { curve: Spot[]; lengths: number[] } {
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / square)
  const curve = Array.from({ length: STEPS + 1 }, (_, step): Spot => {
    const angle = (step / STEPS) * 2 * Math.PI
    return { x: width / 2 - ((width - wide) / 2) * bend(Math.sin(angle)), y: height / 2 + ((height - tall) / 2) * bend(Math.cos(angle)) }
  })
  const lengths = [0]
  for (let step = 1; step <= STEPS; step++) {
    const [a, b] = [curve[step - 1]!, curve[step]!]
    lengths.push(lengths[step - 1]! + Math.max(Math.abs(a.x - b.x) / wide, Math.abs(a.y - b.y) / tall))
  }
  return { curve, lengths }
}

const CLEAR = 1.01
const MIDDLE = 3.2 // rows of seats that fit above each other, so that there is something between the first and the last
const LEAST = 0.5

/** Which part of their size, at most all of it, lets so many seats stand clear of each other around the table. */
export function largest(count: number, width: number, height: number, wide: number, tall: number, square: number): number {
  const fits = (part: number) =>
    tall * part * MIDDLE <= height && measured(width, height, wide * part, tall * part, square).lengths[STEPS]! >= count * CLEAR
  let part = 1
  while (part > LEAST && !fits(part)) part -= 0.04
  return part
}
