import type { Payloads } from '#contract/commands.ts'
import type { OutboxItem } from '../outbox/command.ts'
import type { Heard } from '../outbox/sending/verdict.ts'
import { ChatError, type ChatStore } from './chat-store.ts'

/** What a store refuses for good, as our server would say it. */
const refusals = new Map<string, Heard>([
  ['forbidden', { ok: false, status: 403, error: { code: 'forbidden' } }],
  ['invalid', { ok: false, status: 422, error: { code: 'validation_failed' } }],
  ['self', { ok: false, status: 422, error: { code: 'to_yourself' } }],
])

/**
 * Sends a message past our server, to a store that takes it from the phone. Undefined: it goes by our server, as it does
 * from the worker, with a picture, when it is taken back, and when the store did not take it; its id makes both one.
 */
export async function sendDirectly(store: ChatStore, item: OutboxItem): Promise<Heard | undefined> {
  if (store.kind === 'embedded' || item.kind !== 'chat.send' || item.cancel || item.blobIds) return undefined
  const { receiver, message, timestamp } = item.payload as Payloads['chat.send']
  try {
    await store.send(receiver, { id: item.id, message, timestamp })
    return { ok: true, status: 200, body: { data: { _id: item.id } } }
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    return refusals.get(error.code)
  }
}
