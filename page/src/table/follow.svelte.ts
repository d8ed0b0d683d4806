/** A table on a screen: open for as long as it is shown, told at its own pace, in the language of the page. */

import { untrack } from 'svelte'
import { wake } from '../lib/wake.svelte'
import { language } from '../words'
import type { TableLink } from './link.svelte'
import type { Reveal } from './reveal.svelte'
import { labelled } from './telling'

/** To be called while a component is made; `left` is called when it leaves the table. */
export function follow(table: () => TableLink, reveal: Reveal, left: () => void = () => undefined): void {
  $effect(() => {
    const link = table()
    link.open()
    void wake.want(true)
    return () => {
      link.close()
      reveal.stop()
      left()
      void wake.want(false)
    }
  })

  $effect(() => {
    const { events, caught, live, board } = table()
    const bots = new Set(Object.keys(labelled(board?.chairs ?? [])).map(Number))
    untrack(() => reveal.update(events, caught, board?.pace ?? 'usual', live, (seat) => bots.has(seat)))
  })

  $effect(() => {
    const code = language()
    untrack(() => table().speak(code))
  })
}
