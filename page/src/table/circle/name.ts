/** How a name is drawn at a seat: as large as its place allows, on two lines if need be, and cut off only in the end. */

export interface DrawnName {
  /** In pixels. */
  size: number
  /** One line or two; together they are the name. */
  lines: string[]
  /** Whether a word is divided at the end of the first line. */
  hyphen: boolean
}

export interface NameSizes {
  /** In pixels, of a line. */
  wide: number
  /** In pixels, of the letters. */
  most: number
  least: number
  lines: 1 | 2
}

const MEASURED_PX = 100
const BROKEN = 0.9 // a name on two lines is that much harder to read, so it is only chosen for larger letters
const DIVIDED = 0.7 // likewise, within a word
const SECOND = 0.82 // two lines are lower than twice one line
const IDEOGRAPHS = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/
const widths = new Map<string, number>()
let pen: CanvasRenderingContext2D | null = null

/** The width of a text in the letters of the page, in ems. */
function ems(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  if (!pen) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `550 ${MEASURED_PX}px ${getComputedStyle(document.body).fontFamily}`
  }
  const found = pen ? pen.measureText(text).width / MEASURED_PX : text.length * 0.65
  widths.set(text, found)
  return found
}

/** The size at which a text of so many ems fits, in whole pixels: letters are drawn on whole pixels, too. */
const fitting = (wide: number, most: number, width: number) => (wide / width < most ? Math.floor(wide / width) : most)

/** The best place to go to the second line: as equal as it can be, between words or within one. */
function halves(letters: string[], between: boolean): DrawnName | undefined {
  let best: DrawnName | undefined
  let least = Infinity
  for (let at = 1; at < letters.length; at++) {
    const [before, after] = [letters[at - 1]!, letters[at]!]
    const gap = /[\s\-‐·・]/.test(before)
    if (after === ' ' || (between && !gap)) continue
    const hyphen = !gap && !IDEOGRAPHS.test(before + after)
    if (hyphen && (at < 3 || letters.length - at < 3)) continue
    const lines = [letters.slice(0, at).join(''), letters.slice(at).join('')]
    const wide = Math.max(ems(lines[0]!.trimEnd() + (hyphen ? '-' : '')), ems(lines[1]!))
    if (wide < least) [best, least] = [{ size: wide, lines, hyphen }, wide]
  }
  return best
}

/** Draw a name as large as it can be read best. */
export function drawnName(name: string, sizes: NameSizes): DrawnName {
  const { wide, most, least } = sizes
  const letters = [...name]
  const one: DrawnName = { size: fitting(wide, most, ems(name)), lines: [name], hyphen: false }
  const second = Math.max(least, most * SECOND)
  const ways = [{ way: one, worth: one.size }]
  if (sizes.lines === 2) {
    for (const [between, part] of [[true, BROKEN], [false, DIVIDED]] as const) {
      const found = halves(letters, between)
      if (!found) continue
      const size = fitting(wide, second, found.size)
      ways.push({ way: { ...found, size }, worth: size * part })
    }
  }
  const fits = ways.filter(({ way }) => way.size >= least).toSorted((a, b) => b.worth - a.worth)[0]
  if (fits) return fits.way
  if (sizes.lines === 1) return { ...one, size: least }
  // Too long for everything: the first line is full, and of the second one the end is missing.
  let full = letters.length
  while (full > 1 && ems(letters.slice(0, full).join('')) * least > wide) full -= 1
  return { size: least, lines: [letters.slice(0, full).join(''), letters.slice(full).join('')], hyphen: false }
}
