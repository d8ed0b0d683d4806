/** What only the host may see is shown only while the eye is held. */

class Veil {
  lifted = $state(false)

  constructor() {
    const drop = () => (this.lifted = false)
    addEventListener('blur', drop)
    document.addEventListener('visibilitychange', drop)
  }
}

export const veil = new Veil()

/** Calls `lift` with true while the element is held by finger, mouse or key, and with false as soon as it is let go. */
export function hold(node: HTMLElement, lift: (held: boolean) => void) {
  let held = false
  const set = (to: boolean) => {
    if (held !== to) lift((held = to))
  }
  const down = (event: PointerEvent) => {
    if (event.button) return
    event.preventDefault()
    node.focus({ preventScroll: true, focusVisible: false })
    try {
      node.setPointerCapture(event.pointerId)
    } catch {
      // the pointer is gone already
    }
    set(true)
  }
  const up = () => set(false)
  const key = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    set(event.type === 'keydown')
  }
  const still = (event: Event) => event.preventDefault()
  const events: [string, EventListener][] = [
    ['pointerdown', down as EventListener], ['pointerup', up], ['pointercancel', up], ['lostpointercapture', up],
    ['keydown', key as EventListener], ['keyup', key as EventListener], ['blur', up],
    // A long press must bring up no menu, no magnifier and no selection, and a mouse must not take the focus away.
    ['contextmenu', still], ['touchstart', still], ['selectstart', still], ['mousedown', still],
  ]
  for (const [name, listener] of events) node.addEventListener(name, listener)
  return {
    destroy() {
      set(false)
      for (const [name, listener] of events) node.removeEventListener(name, listener)
    },
  }
}
