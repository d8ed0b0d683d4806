/** What has taken the room that was left keeps it: whatever is shown or hidden below moves nothing. `text`: what is in it. */

export function steady(node: HTMLElement, _text: string) {
  let frame = 0
  const settle = () => {
    cancelAnimationFrame(frame)
    node.style.flex = ''
    frame = requestAnimationFrame(() => (node.style.flex = `0 0 ${node.offsetHeight}px`))
  }
  settle()
  addEventListener('resize', settle)
  return {
    update: settle,
    destroy() {
      cancelAnimationFrame(frame)
      removeEventListener('resize', settle)
    },
  }
}
