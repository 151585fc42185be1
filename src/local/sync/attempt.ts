import { commandOf, keyOf, needsLogin } from '../outbox/command.ts'
import { stillMine, unpick } from '../outbox/sending/leadership.ts'
import type { Claimed } from '../outbox/sending/pick.ts'
import type { ItemResult } from '../outbox/sending/settle.ts'
import { ownToken, type Drain } from './drain-ports.ts'

/** Milliseconds for which a look at the database is believed: nobody takes over, and hardly anybody taps, so fast. */
export const freshFor = 100

/** Chosen at that moment, and not yet sent. */
export type Ready = Claimed & { at: number }

/** Sends a chosen item, after what it needs first. */
export async function attempt(
  d: Drain,
  chosen: Ready,
  epoch: number,
): Promise<ItemResult | 'fenced' | 'signed-out'> {
  let { item } = chosen
  const age = d.now() - chosen.at
  if (!(age >= 0 && age < freshFor)) {
    // A tab that was frozen here wakes up into a world where someone else leads, or where it was taken back.
    const mine = await stillMine(d.store, item.id, epoch)
    if (!mine) return 'fenced'
    item = mine
  }
  const named = needsLogin(item, commandOf(item, d.book))
  const bearer = async () => (named ? ownToken(d) : undefined)
  const lacks = (found: string | undefined) => named && found === undefined
  let token = await bearer()
  if (d.prepare && item.blobIds && !item.cancel && !lacks(token)) {
    const { id } = item
    const look = () => stillMine(d.store, id, epoch)
    const goOn = async () => {
      const mine = lacks(await bearer()) ? undefined : await look()
      return mine !== undefined && !mine.cancel
    }
    const missing = await d.prepare(item, { token, goOn })
    // Pictures take their time; meanwhile someone else may have taken over, or the person taken it back.
    const mine = await look()
    if (!mine) return 'fenced'
    if (missing && !mine.cancel) return { sent: item, reply: missing, before: { first: chosen.first } }
    item = mine
    token = await bearer()
  }
  if (lacks(token)) {
    // Signed out between choosing and sending.
    await unpick(d.store, [chosen], epoch)
    return 'signed-out'
  }
  d.log('sending', item.id)
  return { sent: item, reply: await d.send(item, { key: keyOf(item), token }) }
}
