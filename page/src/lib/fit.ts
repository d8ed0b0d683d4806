/** Text as big as its place allows: from `most` down to `least` pixels, then its place grows. */

/** Rather than break a word, text gets smaller, but only to this part of its largest size: a name may be endless. */
const WHOLE = 0.65

export function fit(node: HTMLElement, { most, least }: { most: number; least: number }) {
  const place = node.parentElement as HTMLElement
  let grown = 0
  const fits = (size: number) => {
    node.style.fontSize = `${size}px`
    node.style.overflowWrap = size > most * WHOLE ? 'normal' : ''
    return node.scrollHeight <= place.clientHeight && node.scrollWidth <= node.clientWidth
  }
  const apply = () => {
    let low = least
    let high = most
    grown = 0
    place.style.minHeight = ''
    if (fits(high)) return
    while (high - low > 0.5) {
      const middle = (low + high) / 2
      if (fits(middle)) low = middle
      else high = middle
    }
    if (fits(low)) return
    place.style.minHeight = `${node.scrollHeight + place.offsetHeight - place.clientHeight}px` // no word may be missed
    grown = place.clientHeight
  }
  // What it has grown to itself is no news: it would shrink and grow for ever.
  const watcher = new ResizeObserver(() => {
    if (place.clientHeight !== grown) apply()
  })
  watcher.observe(place)
  // Not when the text is given, but when it is there: it would be measured as it was before.
  const reader = new MutationObserver(apply)
  reader.observe(node, { characterData: true, childList: true, subtree: true })
  apply()
  return {
    update(next: { most: number; least: number }) {
      most = next.most
      least = next.least
      apply()
    },
    destroy() {
      watcher.disconnect()
      reader.disconnect()
    },
  }
}
