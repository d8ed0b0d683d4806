/** A page that is opened anew in the middle of a night is dark before it shows anything. */

import { kept } from './call'
import { route } from './route.svelte'

/** Under this name the device keeps the evening whose screen is a night. */
export const NIGHT = 'duskfall.night'

export function bootDark(): void {
  if (route.first === 'host' && route.rest && kept(NIGHT) === route.rest) document.documentElement.dataset.dim = 'true'
}
