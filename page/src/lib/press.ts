/** Calls `done` once the element has been pressed long; the click that would follow is none. Nothing where there is no `done`. */

const LONG_MS = 500
const STILL_PX = 12

export function press(node: HTMLElement, done: (() => void) | undefined) {
  let timer = 0
  let pressed = false
  let from = { x: 0, y: 0 }
  const stop = () => clearTimeout(timer)
  const down = (event: PointerEvent) => {
    pressed = false
    from = { x: event.clientX, y: event.clientY }
    if (!done || event.button) return
    timer = window.setTimeout(() => {
      pressed = true
      done?.()
    }, LONG_MS)
  }
  const move = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) stop()
  }
  const click = (event: Event) => {
    if (!pressed) return
    pressed = false
    event.stopImmediatePropagation()
  }
  const menu = (event: Event) => {
    if (done) event.preventDefault()
  }
  const events: [string, EventListener][] = [
    ['pointerdown', down as EventListener], ['pointermove', move as EventListener], ['pointerup', stop],
    ['pointercancel', stop], ['pointerleave', stop], ['contextmenu', menu],
  ]
  for (const [name, listener] of events) node.addEventListener(name, listener)
  node.addEventListener('click', click, true)
  return {
    update: (next: (() => void) | undefined) => void (done = next),
    destroy() {
      stop()
      for (const [name, listener] of events) node.removeEventListener(name, listener)
      node.removeEventListener('click', click, true)
    },
  }
}
