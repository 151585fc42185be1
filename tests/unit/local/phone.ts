import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OutboxItem, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema, userPartition } from '../../../src/local/database/schema.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { enqueue, type Wish } from '../../../src/local/outbox/enqueue.ts'
import type { Failure, SendResult } from '../../../src/local/outbox/sending/verdict.ts'
import { drainOnce, type Round, type Drain } from '../../../src/local/sync/drain.ts'
import type { SendLock } from '../../../src/local/sync/locks.ts'
import type { CommandKind, Payloads } from '#contract/commands.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** One partition of one phone with a clock and a server under control of the test. */
export const uid = 'user-1'
export const ok = (body: Record<string, unknown> = {}): SendResult => ({
  ok: true,
  status: 200,
  body: { success: true, msg: '', data: {}, ...body },
})
export const no = (status: number, code: ErrorCode, more: Omit<Failure, 'code'> = {}): SendResult => ({
  ok: false,
  status,
  error: { code, ...more },
})
export const lost = () => no(0, 'network')

export const enquiry = (carId = 'car-1'): Payloads['enquiry.send'] => ({
  carId,
  carTitle: 'A car',
  name: 'Ada',
  email: 'ada@example.com',
  countryCode: '+234',
  gsm: '123456789',
  message: 'Is it still there?',
})
export const freeLock: SendLock = { hold: async (_name, _steal, work) => ({ value: await work() }) }

export interface Sent {
  key: string
  token: string | undefined
  item: OutboxItem
}
export function createPhone(given: Partial<Drain> & { store?: OwnStore } = {}) {
  const store = given.store ?? memoryStore<OwnTables>(ownSchema)
  const sent: Sent[] = []
  let ids = 0
  const phone = {
    store,
    sent,
    now: 1_760_000_000_000,
    random: 0.5,
    session: { token: 'token-1', sub: uid } as { token: string; sub: string } | undefined,
    answer: ((): SendResult => ok()) as (sent: Sent) => SendResult | Promise<SendResult>,
    put<K extends CommandKind>(
      kind: K,
      payload: Payloads[K],
      id = `item-${++ids}`,
      more: Partial<Wish> = {},
    ): Promise<string> {
      const wish: Wish = { id, kind, payload, now: phone.now, appVersion: '1', ...more }
      return enqueue(store, wish, given.book)
    },
    heart: (carId: string, want: 'yes' | 'no', id?: string) => phone.put('fav.set', { carId, want }, id),
    async drain(more: Partial<Drain> = {}): Promise<Round> {
      return drainOnce({
        partition: userPartition(uid),
        store,
        lock: freeLock,
        token: () => Promise.resolve(phone.session),
        async send(item, { key, token }) {
          const call = { key, token, item }
          sent.push(call)
          return phone.answer(call)
        },
        now: () => phone.now,
        random: () => phone.random,
        log: () => undefined,
        ...given,
        ...more,
      })
    },
    items: () => store.transaction('read', ['outbox'], (tx) => tx.list('outbox', { index: 'seq' })),
    async item(id: string): Promise<OutboxItem> {
      const found = await store.transaction('read', ['outbox'], (tx) => tx.get('outbox', id))
      if (!found) throw new Error(`There is no item ${id}`)
      return found
    },
    change: (id: string, more: Partial<OutboxItem>) =>
      store.transaction('write', ['outbox'], async (tx) => {
        const found = await tx.get('outbox', id)
        if (found) await tx.put('outbox', { ...found, ...more })
      }),
    favourites: () =>
      store.transaction('read', ['favourites'], async (tx) =>
        (await tx.list('favourites')).filter((row) => row.on).map((row) => row.carId),
      ),
  }
  return phone
}
