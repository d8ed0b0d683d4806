// Links to the players' own phones: the card is in the link itself.

import { copy, share } from '../../lib/files'
import { toast } from '../../lib/toast.svelte'
import { t } from '../../words'

/** Whether this page is opened by an address that no other device reaches. */
export const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname)

export const address = (link: string) => `${location.origin}${location.pathname}#/seat/${link}`

/** Share a link, or copy it where nothing can be shared. */
export async function send(name: string, link: string): Promise<void> {
  const url = address(link)
  if (await share({ title: t('Your card, {name}', { name }), url })) return
  toast.show((await copy(url)) ? t('The link of {name} is copied.', { name }) : url)
}
