/** Where something must stand to be seen and reached: in the sheet that lies above all others, if one is open. */
export function topmost(): HTMLElement {
  return [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.open) ?? document.body
}
