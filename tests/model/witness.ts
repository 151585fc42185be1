import type { Fields } from '#contract/commands.ts'
import type { EntityRow, OutboxItem, OwnTables } from '../../src/local/database/records.ts'
import type { Tx } from '../../src/local/database/store.ts'
import type { Context, World } from './world.ts'

/** The intention of a person at one moment. */
export interface Intent {
  /** Id of the outbox item. */
  id: string
  partition: string
  kind: string
  lane: string
  /** New values of fields, and single entries added to sets or removed from sets. */
  says: Fields
  adds: { name: string; entry: unknown }[]
  takes: { name: string; entry: unknown }[]
  /** Whether the server always refuses the wish. */
  refused: boolean
}
/** An item that disappeared without being done: by the person, by a newer wish, or by the server. */
interface Gone {
  by: 'person' | 'newer wish' | 'server'
  effects: number
  requests: number
}
/** The events of a history that the laws need besides its end state. */
export interface Diary {
  broken: string[]
  intents: Intent[]
  gone: Map<string, Gone>
  /** Items whose conflict a person resolved, or whose words a person changed. */
  decided: Set<string>
  /** Order in which the person made the wishes, by item; no clock can change it. */
  order: Map<string, number>
  rotten: Set<string>
  /** Every value that the author saw, by item and field. */
  seen: Map<string, Map<string, unknown[]>>
  senders: Map<string, Context>
  /** Lanes by the item that creates their thing, also when the thing is created again after a conflict. */
  births: Map<string, string>
  /** Items that were done; the phone deletes their receipts later. */
  done: Set<string>
  purged: boolean
}

export function sees(diary: Diary, id: string, fields: Fields): void {
  const known = diary.seen.get(id) ?? new Map<string, unknown[]>()
  diary.seen.set(id, known)
  for (const [name, value] of Object.entries(fields)) known.set(name, [...(known.get(name) ?? []), value])
}

/**
 * Checks every write of a sender: nothing leaves `done`, only the sender of an item settles it (I17), no sender drops an item
 * (I5), and no base goes back to an older version (I18).
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

/** A sender may delete withdrawn items, and changes of a thing whose creation was withdrawn. */
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
