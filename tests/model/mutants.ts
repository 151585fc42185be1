import { commands, type Command } from '#contract/commands.ts'
import type { OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import type { Tx } from '../../src/local/database/store.ts'
import { enqueue } from '../../src/local/outbox/enqueue.ts'
import { userPartition } from '../../src/local/session/partition.ts'
import type { Context, Mutant, World } from './world.ts'

/** Designs that others ship and that lose, double or mix up what people wrote. Each must be caught by the laws. */
const onPut =
  (change: (item: OutboxItem) => OutboxItem | 'delete') =>
  (tx: Tx<OwnTables>): Tx<OwnTables> => ({
    ...tx,
    put: async (table, row) => {
      const next = table === 'outbox' ? change(row as OutboxItem) : row
      if (next === 'delete') await tx.delete('outbox', (row as OutboxItem).id)
      else await tx.put(table, next as never)
    },
  })

let attempts = 0

export const mutants: Record<string, Mutant> = {
  'a new key for every attempt': {
    rules: { natural: false },
    drain: (d) => ({ ...d, send: (item, o) => d.send(item, { ...o, key: `${o.key}.${++attempts}` }) }),
  },
  'an item removed before it is sent': {
    tx: onPut((item) => (item.state === 'sending' ? 'delete' : item)),
  },
  'every HTTP answer taken for a success': {
    drain: (d) => ({
      ...d,
      async send(item, o) {
        const heard = await d.send(item, o)
        return heard.ok || heard.status === 0 ? heard : { ok: true, status: 200, body: { data: {} } }
      },
    }),
  },
  'an item dropped when the login ran out': {
    tx: onPut((item) => (item.state === 'held' && item.hold === 'auth' ? 'delete' : item)),
  },
  'every refusal dropped': {
    tx: onPut((item) => (item.state === 'rejected' ? 'delete' : item)),
  },
  'a wish changed after it may have been sent': {
    enqueue: async (store, wish) => {
      const lane = (commands[wish.kind] as Command<never>).lane(wish.payload as never, wish.id)
      const merged = await store.transaction('write', ['outbox'], async (tx) => {
        const items = await tx.list('outbox', { index: 'lane', only: lane })
        const open = items.find((item) => item.state !== 'done' && item.state !== 'rejected')
        if (open) await tx.put('outbox', { ...open, payload: wish.payload })
        return open?.id
      })
      return merged ?? enqueue(store, wish)
    },
  },
  'sent under whoever is signed in': {
    drain: (d, _context, world: World) => ({
      ...d,
      token: () => Promise.resolve(world.session && { ...world.session, sub: ownerOf(d.partition) }),
    }),
  },
  'one queue for everything': {
    tx: (tx) => ({
      ...tx,
      list: async (table, range) => {
        const rows = await tx.list(table, range)
        return table === 'outbox'
          ? ((rows as OutboxItem[]).map((row) => ({ ...row, lane: 'all' })) as typeof rows)
          : rows
      },
    }),
  },
  'a toggle in place of a wish': {
    drain: (d, _context, world: World) => ({
      ...d,
      send: (item, o) => {
        if (item.kind !== 'fav.set' || !('want' in item.payload)) return d.send(item, o)
        const { carId } = item.payload
        const on = world.server.favourites.get(`${o.token?.split('#')[0] ?? ''}/${carId}`) === true
        return d.send({ ...item, payload: { carId, want: on ? 'no' : 'yes' } }, o)
      },
    }),
  },
  'a sender that writes after it lost its turn': {
    tx: (tx: Tx<OwnTables>, context: Context) => ({
      ...tx,
      get: async (table, key) => {
        const row = await tx.get(table, key)
        const mine = context.memory['epoch']
        if (table !== 'meta' || key !== 'epoch' || mine === undefined) return row
        return { k: 'epoch', v: mine } as typeof row
      },
      put: async (table, row) => {
        if (table === 'meta' && 'k' in row && row.k === 'epoch') {
          const real = (await tx.get('meta', 'epoch'))?.v
          const next = (typeof real === 'number' ? real : 0) + 1
          context.memory['epoch'] = next
          await tx.put('meta', { k: 'epoch', v: next })
        } else await tx.put(table, row)
      },
    }),
  },
  'a lock that a frozen tab keeps for ever': {
    drain: (d) => ({
      ...d,
      lock: {
        hold: (name, steal, work) => (steal ? Promise.resolve(undefined) : d.lock.hold(name, false, work)),
      },
    }),
  },
  'no natural key behind a purged one': { rules: { natural: false } },
  'no order guard behind a purged key': { rules: { seqGuard: false } },
}

const ownerOf = (partition: string) => ['ann', 'ben'].find((user) => userPartition(user) === partition) ?? ''
