/** Links out of the page: by the phone's own sheet, or into the clipboard. */

import { copy, share } from '../lib/files'
import { toast } from '../lib/toast.svelte'
import { t } from '../words'

export async function sendLink(title: string, url: string): Promise<void> {
  if (!(await share({ title, url }))) await copyLink(url)
}

export async function copyLink(url: string): Promise<void> {
  toast.show((await copy(url)) ? t('The link is copied.') : url)
}
