import type { Payloads } from '#contract/commands.ts'
import type { OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import type { Tx } from '../../src/local/database/store.ts'
import { enqueue } from '../../src/local/outbox/enqueue.ts'
import { userPartition } from '../../src/local/database/schema.ts'
import type { Theme } from './history.ts'
import type { Context, Mutant, World } from './world.ts'

/**
 * Designs that other apps ship and that lose, duplicate or mix up what people wrote. The laws must catch each of them; its theme
 * restricts the histories, so that the laws catch it soon.
 */
export interface Broken extends Mutant {
  theme?: Theme
}
type OwnTx = Tx<OwnTables>

const onPut =
  (change: (item: OutboxItem) => OutboxItem | 'delete') =>
  (tx: OwnTx): OwnTx => ({
    ...tx,
    put: async (table, row) => {
      const next = table === 'outbox' ? change(row as OutboxItem) : row
      if (next === 'delete') await tx.delete('outbox', (row as OutboxItem).id)
      else await tx.put(table, next as never)
    },
  })
const onSend =
  (change: (item: OutboxItem, world: World, partition: string) => Promise<OutboxItem> | OutboxItem) =>
  (...[drain, , world]: Parameters<NonNullable<Mutant['drain']>>) => ({
    ...drain,
    send: async (item: OutboxItem, o: Parameters<typeof drain.send>[1]) =>
      drain.send(await change(item, world, drain.partition), o),
  })
const knownVersion = (world: World, partition: string, lane: string) =>
  world
    .store(partition)
    .transaction('read', ['entities'], async (tx) => (await tx.get('entities', lane))?.version)

const edits: Theme = {
  kinds: ['ad.edit'],
  outcomes: ['answerLost', 'requestLost', 'ok'],
  often: { elsewhere: 12, ask: 8, hear: 16, rot: 0, throttle: 0, expire: 0, logout: 0, upgrade: 0, full: 0 },
}
const hearts: Theme = {
  kinds: ['fav.set'],
  outcomes: ['answerLost', 'later', 'twice'],
  often: { purge: 6, arrive: 8, freeze: 4, thaw: 4, elsewhere: 0, ask: 0, hear: 0, rot: 0, takeBack: 0 },
}
let attempts = 0

export const mutants: Record<string, Broken> = {
  'noKey: a new key for every attempt': {
    rules: { natural: false },
    drain: (d) => ({ ...d, send: (item, o) => d.send(item, { ...o, key: `${o.key}.${++attempts}` }) }),
  },
  'removeBeforeSend: an item removed before it is sent': {
    tx: onPut((item) => (item.state === 'sending' ? 'delete' : item)),
  },
  'httpErrIsOk: every HTTP answer taken for a success': {
    drain: (d) => ({
      ...d,
      async send(item, o) {
        const result = await d.send(item, o)
        return result.ok || result.status === 0 ? result : { ok: true, status: 200, body: { data: {} } }
      },
    }),
  },
  'dropOn401: an item dropped when the login ran out': {
    tx: onPut((item) => (item.state === 'held' && item.hold === 'auth' ? 'delete' : item)),
  },
  'drop4xx: every refusal dropped': {
    tx: onPut((item) => (item.state === 'rejected' ? 'delete' : item)),
  },
  'upgradeDrop: what only a newer app understands dropped': {
    tx: onPut((item) => (item.state === 'held' && item.hold === 'upgrade' ? 'delete' : item)),
  },
  'ttlDrop: what is older than a week dropped': {
    tx: (tx, context, world) => ({
      ...tx,
      put: async (table, row) => {
        await tx.put(table, row)
        if (table !== 'meta' || !('k' in row) || row.k !== 'epoch') return
        const oldest = world.now + context.skew - 7 * 86_400_000
        for (const item of await tx.list('outbox')) {
          if (item.createdAt < oldest) await tx.delete('outbox', item.id)
        }
      },
    }),
  },
  'coalesceAttempted: a wish changed after it may have been sent': {
    enqueue: async (store, wish, book) => {
      const lane = book?.[wish.kind]?.lane(wish.payload, wish.id) ?? wish.id
      const merged = await store.transaction('write', ['outbox'], async (tx) => {
        const items = await tx.list('outbox', { index: 'lane', only: lane })
        const open = items.find((item) => item.kind === wish.kind && item.state !== 'done')
        if (open) await tx.put('outbox', { ...open, payload: wish.payload })
        return open?.id
      })
      return merged ?? enqueue(store, wish, book)
    },
    theme: { kinds: ['fav.set', 'ad.status'] },
  },
  'clockOrder: the order of a clock': {
    enqueue: async (store, wish, book) => {
      const id = await enqueue(store, wish, book)
      await store.transaction('write', ['outbox'], async (tx) => {
        const item = await tx.get('outbox', id)
        if (item) await tx.put('outbox', { ...item, seq: wish.now })
      })
      return id
    },
    theme: { kinds: ['chat.send'], often: { skew: 6 } },
  },
  'anyUser: sent under whoever is signed in': {
    drain: (d, _context, world: World) => ({
      ...d,
      token: () => Promise.resolve(world.session && { ...world.session, sub: ownerOf(d.partition) }),
    }),
  },
  'globalFifo: one queue for everything': {
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
  'rawToggle: a toggle in place of a wish': {
    drain: onSend((item, world, partition) => {
      if (item.kind !== 'fav.set') return item
      const { carId } = item.payload as Payloads['fav.set']
      const on = world.server.favourites.get(`${ownerOf(partition)}/${carId}`) === true
      return { ...item, payload: { carId, want: on ? 'no' : 'yes' } }
    }),
    theme: hearts,
  },
  'noPrecond: an edit without the version it rests on': {
    drain: onSend(({ base: _base, ...item }) => item),
    theme: edits,
  },
  'autoWin: a conflict won in silence': {
    tx: onPut((item) => {
      if (item.state !== 'conflict' || !item.theirs) return item
      const { theirs, ...rest } = item
      const base = { version: theirs.version, snapshot: theirs.fields }
      return { ...rest, state: 'queued', sentEver: false, rev: item.rev + 1, base }
    }),
    theme: edits,
  },
  'baseAtSend: the version of the cache at the time of sending': {
    drain: onSend(async (item, world, partition) => {
      const version = await knownVersion(world, partition, item.lane)
      return item.base && version !== undefined ? { ...item, base: { ...item.base, version } } : item
    }),
    theme: edits,
  },
  'chainFromCache: a later edit rests on the cache, not on the answer before it': {
    tx: (tx) => ({
      ...tx,
      put: async (table, row) => {
        const next = row as OutboxItem
        const before = table === 'outbox' ? await tx.get('outbox', next.id) : undefined
        if (before?.baseFrom === undefined || next.baseFrom !== undefined || !next.base)
          return tx.put(table, row)
        const version = (await tx.get('entities', next.lane))?.version ?? next.base.version
        await tx.put('outbox', { ...next, base: { ...next.base, version } })
      },
    }),
    theme: edits,
  },
  'noSteal: a lock that a frozen tab keeps for ever': {
    drain: (d) => ({
      ...d,
      lock: {
        hold: (name, steal, work) => (steal ? Promise.resolve(undefined) : d.lock.hold(name, false, work)),
      },
    }),
  },
  'cancelWithoutVoid: taken back on the phone alone': {
    remove: (store, id) =>
      store.transaction('write', ['outbox'], async (tx) => {
        await tx.delete('outbox', id)
        return 'removed' as const
      }),
    theme: { outcomes: ['later', 'answerLost', 'ok'], often: { takeBack: 8, arrive: 6 } },
  },
  'noNatural: no natural key behind a purged one': {
    rules: { natural: false },
    theme: { kinds: ['enquiry.send', 'ad.create'], often: { purge: 6 } },
  },
  'replayOldFields: a replay that answers the present version with the fields of its own effect': {
    rules: { freshFields: false },
    theme: edits,
  },
  'noSeqGuard: no order guard behind a purged key': { rules: { seqGuard: false }, theme: hearts },
  'idemSeparateTx and noNatural: a crash between effect and key': {
    rules: { sameTx: false, natural: false },
    theme: { kinds: ['enquiry.send', 'ad.create', 'chat.send'], outcomes: ['serverDies'] },
  },
}

/** Layers that another layer makes redundant: removing one alone must break no law. */
export const hidden: Record<string, Broken> = {
  'noNatural, keys never purged': { rules: { natural: false }, theme: { often: { purge: 0 } } },
  'noSeqGuard, keys never purged': {
    rules: { seqGuard: false },
    theme: { ...hearts, often: { ...hearts.often, purge: 0 } },
  },
  // Versions alone do not detect a repeated edit that another device has undone. A request that left no key cannot be made void.
  'idemSeparateTx behind natural keys': {
    rules: { sameTx: false },
    theme: { outcomes: ['serverDies'], often: { takeBack: 0, elsewhere: 0 } },
  },
}

/** A sender that never checks whether it lost its lock. */
export const noFence: Mutant = {
  tx: (tx: OwnTx, context: Context) => ({
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
}

const ownerOf = (partition: string) => ['ann', 'ben'].find((user) => userPartition(user) === partition) ?? ''
