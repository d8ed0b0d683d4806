import type { Act } from '../../lib/act'
import { prefs } from '../../lib/prefs.svelte'
import type { HostScreen } from '../../lib/screen'
import { toast } from '../../lib/toast.svelte'
import { t } from '../../words'

/** One more foul of a seat, by one long press; a word and a buzz tell that it was taken. */
export async function noteFoul(screen: HostScreen, seat: number, act: Act): Promise<void> {
  const one = screen.seats.find((each) => each.seat === seat)
  if (!one || !(await act({ do: 'foul', seat, by: 1 }))) return
  if (prefs.buzz) navigator.vibrate?.(60)
  toast.show(t('A foul: {name}. Fouls: {count}', { name: t('{seat}. {name}', { seat, name: one.name }), count: one.fouls + 1 }))
}
