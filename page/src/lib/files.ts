/** Files out of the page and into it; sharing and printing. */

import { now } from '../engine/now'
import { topmost } from './topmost'

export function download(name: string, text: string, type = 'application/json'): void {
  const link = document.createElement('a')
  // Not revoked: an iPhone asks first whether to download it, and reads it after the answer.
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** By the phone's own share sheet; false if there is none, or it does not open. */
export async function share(data: ShareData): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' // it was open, and was closed
  }
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

/** Over plain http there is no clipboard but this. */
function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  topmost().append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

/** Print a whole page of its own, without leaving this one. */
export function print(html: string): void {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;inset:auto 0 0 auto'
  frame.srcdoc = html
  frame.onload = () => {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
    setTimeout(() => frame.remove(), 60_000)
  }
  document.body.append(frame)
}

/** A day as part of a file's name. */
export function stamp(): string {
  return now().slice(0, 16).replace(/[T:]/g, '-')
}
