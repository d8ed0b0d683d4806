/** Text as big as its place allows: from `most` down to `least` pixels, then its place grows. */

export function fit(node: HTMLElement, { most, least }: { most: number; least: number; text: string }) {
  const place = node.parentElement as HTMLElement
  let grown = 0
  const apply = () => {
    let low = least
    let high = most
    grown = 0
    place.style.minHeight = ''
    node.style.fontSize = `${high}px`
    if (node.scrollHeight <= place.clientHeight) return
    while (high - low > 0.5) {
      const middle = (low + high) / 2
      node.style.fontSize = `${middle}px`
      if (node.scrollHeight <= place.clientHeight && node.scrollWidth <= place.clientWidth) low = middle
      else high = middle
    }
    node.style.fontSize = `${low}px`
    if (node.scrollHeight <= place.clientHeight) return
    place.style.minHeight = `${node.scrollHeight + place.offsetHeight - place.clientHeight}px` // no word may be missed
    grown = place.clientHeight
  }
  // What it has grown to itself is no news: it would shrink and grow for ever.
  const watcher = new ResizeObserver(() => {
    if (place.clientHeight !== grown) apply()
  })
  watcher.observe(place)
  apply()
  return {
    update(next: { most: number; least: number; text: string }) {
      most = next.most
      least = next.least
      apply()
    },
    destroy: () => watcher.disconnect(),
  }
}
