/** The film by keys: space, arrows, page up and down, home and end, minus and plus. */

import type { Player } from './player.svelte'

const KEYS: Record<string, (player: Player) => void> = {
  ' ': (player) => player.toggle(),
  k: (player) => player.toggle(),
  ArrowRight: (player) => player.go(player.at + 1),
  ArrowLeft: (player) => player.go(player.at - 1),
  ArrowDown: (player) => player.skip(1),
  ArrowUp: (player) => player.skip(-1),
  PageDown: (player) => player.skip(1),
  PageUp: (player) => player.skip(-1),
  Home: (player) => player.go(0),
  End: (player) => player.go(player.last),
  '+': (player) => player.faster(1),
  '-': (player) => player.faster(-1),
}

/** Whether a key was meant for the film; what has the focus may want it for itself. */
export function pressed(event: KeyboardEvent, player: Player): void {
  const deed = KEYS[event.key]
  const at = event.target instanceof HTMLElement ? event.target : null
  if (!deed || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
  if (at?.matches('select, textarea, input:not([type=range])')) return
  if (event.key === ' ' && at?.closest('button, a, summary')) return
  if (at?.closest('[data-own-keys]') && !at.matches('input')) return
  event.preventDefault()
  deed(player)
}
