/** The part of the page that can be seen: an on-screen keyboard covers the rest of it, and some browsers tell nobody else. */

const SMALL_PX = 80 // bars of the browser come and go; a keyboard is taller
const SOON_MS = 60

/**
 * Keep three properties of the document up to date: `--seen-top` and `--seen-height`, where the visible part is, and
 * `--keyboard`, how much is covered at the bottom. While somebody has zoomed in, they are as without a keyboard.
 */
export function watchViewport(): void {
  const port = window.visualViewport
  if (!port) return
  let typing: ReturnType<typeof setTimeout> | undefined
  const measure = () => {
    const zoomed = port.scale > 1.01
    const [top, height] = zoomed ? [0, innerHeight] : [port.offsetTop, port.height]
    const covered = Math.max(0, innerHeight - top - height)
    const style = document.documentElement.style
    style.setProperty('--seen-top', `${top}px`)
    style.setProperty('--seen-height', `${height}px`)
    style.setProperty('--keyboard', `${covered > SMALL_PX ? covered : 0}px`)
  }
  const resized = () => {
    measure()
    clearTimeout(typing)
    typing = setTimeout(showField, SOON_MS)
  }
  port.addEventListener('resize', resized)
  port.addEventListener('scroll', measure)
  measure()
}

/** Whoever types sees what they type. */
function showField(): void {
  const at = document.activeElement
  if (at?.matches('input, textarea')) at.scrollIntoView({ block: 'nearest' })
}
