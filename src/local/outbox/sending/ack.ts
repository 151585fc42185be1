import type { Payloads } from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import { propertiesOf, versionedOf } from '#contract/values/unknown.ts'
import type { OutboxItem } from '../../database/records.ts'
import { meta, numberOf, setNumber, type OwnTx, type Rules } from '../command.ts'
import { markGone, putEntity } from './entities.ts'

/**
 * What the server confirmed goes into the base in the transaction that ends the item, so that nothing blinks between
 * the two (I18).
 */
export interface Acked {
  receipt: NonNullable<OutboxItem['result']>
  /** The thing as the effect left it. */
  now: Versioned | undefined
}

/** `body` is undefined for a wish that is moot because its object is gone. */
export async function ack(
  tx: OwnTx,
  item: OutboxItem,
  command: Rules | undefined,
  { body, at }: { body: unknown; at: number },
): Promise<Acked> {
  const { msg, data: sent, as_of: asOf } = propertiesOf(body)
  const data = propertiesOf(sent)
  if (item.kind === 'fav.set') await ackFavourite(tx, item, body === undefined ? undefined : data)
  const now = command?.versioned ? versionedOf(data) : undefined
  const time = typeof asOf === 'string' ? Date.parse(asOf) : at
  if (now) await putEntity(tx, item.lane, now, time)
  if (command?.merge === 'absorb' || (command?.editing && body === undefined))
    await markGone(tx, item.lane, time)
  const { _id: id, slug, n } = data
  return {
    receipt: {
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof slug === 'string' ? { slug } : {}),
      ...(typeof n === 'number' ? { n } : {}),
      ...(now ? { version: now.version } : {}),
      ...(typeof msg === 'string' && msg !== '' ? { msg } : {}),
    },
    now,
  }
}

async function ackFavourite(tx: OwnTx, item: OutboxItem, data: Record<string, unknown> | undefined) {
  const { carId, want } = item.payload as Payloads['fav.set']
  // The answer is the truth; a car that is gone is nobody's favourite.
  const on = data === undefined ? false : (data['is_favorite'] ?? want) === 'yes'
  const count = (await numberOf(tx, meta.ack)) + 1
  await setNumber(tx, meta.ack, count)
  await tx.put('favourites', { carId, on, ack: count, rank: item.seq })
}
