/** By night the page stays dark: also when it is opened anew, and in the room to which the host turns from the table. */

import { kept } from './call'
import { paint } from './prefs.svelte'
import { route } from './route.svelte'

/** Under this name the device keeps the evening whose screen is a night. */
export const NIGHT = 'duskfall.night'

/** Whether what is open now belongs to an evening in which it is night. */
export const isNight = () => ['host', 'desk'].includes(route.first) && route.rest !== '' && kept(NIGHT) === route.rest

/** Darken the page before it shows anything. */
export function bootDark(): void {
  if (isNight()) document.documentElement.dataset.dim = 'true'
}

/** Let the light in again, unless what is opened next belongs to the same night: nothing may flash between. */
export function leaveNight(): void {
  if (!isNight()) delete document.documentElement.dataset.dim
  paint()
}
