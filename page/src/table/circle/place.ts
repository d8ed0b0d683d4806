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
  const curve = Array.from({ length: STEPS + 1 }, (_, step) => point((step / STEPS) * 2 * Math.PI))
  const lengths = [0]
  // Measured in seats: two stand clear of each other if they are one width or one height apart.
  for (let step = 1; step <= STEPS; step++) {
    const [a, b] = [curve[step - 1]!, curve[step]!]
    lengths.push(lengths[step - 1]! + Math.max(Math.abs(a.x - b.x) / wide, Math.abs(a.y - b.y) / tall))
  }
  const whole = lengths[STEPS]!
  let step = 0
  return Array.from({ length: count }, (_, seat) => {
    const at = (whole * seat) / count
    while (lengths[step + 1]! < at) step += 1
    const [a, b] = [curve[step]!, curve[step + 1]!]
    const part = (at - lengths[step]!) / (lengths[step + 1]! - lengths[step]! || 1)
    return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
  })

  function point(angle: number): Spot {
    const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / square)
    return { x: width / 2 - ((width - wide) / 2) * bend(Math.sin(angle)), y: height / 2 + ((height - tall) / 2) * bend(Math.cos(angle)) }
  }
}
