import type { OutboxItem } from '../database/records.ts'
import { meta, numberOf, setNumber, type OwnTx } from './command.ts'

/**
 * What the server confirmed goes into the base in the transaction that ends the item, so that a heart never blinks
 * between the two (I18). Returns the receipt.
 */
export async function ack(tx: OwnTx, item: OutboxItem, body: unknown): Promise<OutboxItem['result']> {
  const { msg, data: sent } = fieldsOf(body)
  const data = fieldsOf(sent)
  if (item.kind === 'fav.set' && 'want' in item.payload) {
    // The answer is the truth; a car that is gone is nobody's favourite.
    const on = body === undefined ? false : (data['is_favorite'] ?? item.payload.want) === 'yes'
    const count = (await numberOf(tx, meta.ack)) + 1
    await setNumber(tx, meta.ack, count)
    await tx.put('favourites', { carId: item.payload.carId, on, ack: count, rank: item.seq })
    return undefined
  }
  const { _id: id, slug, version } = data
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(typeof version === 'number' ? { version } : {}),
    ...(typeof msg === 'string' && msg !== '' ? { msg } : {}),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
