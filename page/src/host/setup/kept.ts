import type { Evening } from '../../engine/keeper'
import { t } from '../../words'

/** Where the steps of an evening are kept, in words. */
export function kept(evening: Evening): string {
  if (evening.unkept) return t('This device could not keep the last steps: leave the page open.')
  if (evening.status === 'synced') return t('Kept on this device and on the server.')
  return evening.status === 'waiting' ? t('Kept on this device; waiting for the server.') : t('Kept on this device.')
}
