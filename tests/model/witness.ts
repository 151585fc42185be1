import type { Fields } from '#contract/commands.ts'
import type { EntityRow, OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import type { Tx } from '../../src/local/database/store.ts'
import type { Context, World } from './world.ts'

/** What a person wanted at one moment. */
export interface Intent {
  /** The item under which it is kept. */
  id: string
  partition: string
  kind: string
  lane: string
  /** What it says about a thing; single entries of a set. */
  says: Fields
  adds: { name: string; entry: unknown }[]
  takes: { name: string; entry: unknown }[]
  /** The server will never take it. */
  refused: boolean
}
/** An item that went away without being done, by the person or because a newer wish answered it. */
interface Gone {
  by: 'person' | 'newer wish' | 'server'
  effects: number
  requests: number
}
/** What the laws need to know about a history beside its end. */
export interface Diary {
  broken: string[]
  intents: Intent[]
  gone: Map<string, Gone>
  /** Items of which a person settled a conflict, or changed the words. */
  decided: Set<string>
  /** When a person wanted it, by item: the order that no clock can change. */
  order: Map<string, number>
  rotten: Set<string>
  /** By item and field: every value its author had before their eyes. */
  seen: Map<string, Map<string, unknown[]>>
  senders: Map<string, Context>
  /** Lanes by the item that was to make their thing, also of a thing made anew after a conflict. */
  births: Map<string, string>
  /** Items that were done; their receipts go one day. */
  done: Set<string>
  purged: boolean
}

export function sees(diary: Diary, id: string, fields: Fields): void {
  const known = diary.seen.get(id) ?? new Map<string, unknown[]>()
  diary.seen.set(id, known)
  for (const [name, value] of Object.entries(fields)) known.set(name, [...(known.get(name) ?? []), value])
}

/**
 * Looks at every write of a sender while it happens: nothing leaves `done`, only who sends an item settles it (I17),
 * no machine drops an item (I5), and no base goes back (I18).
 */
export function witness(tx: Tx<OwnTables>, context: Context, world: World): Tx<OwnTables> {
  const { diary } = world
  const item = async (next: OutboxItem) => {
    const before = await tx.get('outbox', next.id)
    if (before?.state === 'done' && next.state !== 'done') diary.broken.push(`I17: ${next.id} left "done"`)
    if (next.state === 'done') diary.done.add(next.id)
    if (next.kind === 'ad.create') diary.births.set(next.id, next.lane)
    if (next.state === 'sending' && before?.state !== 'sending') diary.senders.set(next.id, context)
    const mine = diary.senders.get(next.id) === context
    const settled = before?.state === 'sending' && next.state !== 'queued' && next.state !== 'sending'
    if (settled && !mine) diary.broken.push(`I17: ${context.name} settled what another sends`)
  }
  const entity = async (next: EntityRow) => {
    const before = await tx.get('entities', next.k)
    if (before && before.version > next.version) diary.broken.push(`I18: ${next.k} went back`)
  }
  return {
    ...tx,
    put: async (table, row) => {
      if (table === 'outbox') await item(row as OutboxItem)
      if (table === 'entities') await entity(row as EntityRow)
      await tx.put(table, row)
    },
    delete: async (table, key) => {
      const old = table === 'outbox' ? await tx.get('outbox', key) : undefined
      if (old && old.state !== 'done') await dropped(tx, old, world)
      await tx.delete(table, key)
    },
  }
}

/** A sender may delete what was taken back, and what was to be changed about a thing that was taken back unborn. */
async function dropped(tx: Tx<OwnTables>, old: OutboxItem, { diary, server }: World): Promise<void> {
  const unborn = (await tx.list('outbox', { index: 'lane', only: old.lane })).every(
    (item) => item.state !== 'done',
  )
  const birth = [...diary.gone.keys()].some((id) => diary.births.get(id) === old.lane)
  if (!old.cancel && !(unborn && birth)) diary.broken.push(`I5: ${old.id} was dropped`)
  diary.gone.set(old.id, { by: 'server', effects: server.effects.length, requests: server.requests.length })
  const had = server.effects.some((effect) => effect.itemId === old.id)
  if (had && !diary.purged) diary.broken.push(`I8: ${old.id} is called taken back and had its effect`)
}
