import { thisBook, type CommandBook } from '#contract/commands.ts'
import type { MetaRow, OutboxItem, OwnTables } from '../../database/records.ts'
import type { Key, TableOf } from '../../database/store.ts'
import { meta, numberOf, setNumber, type OwnStore, type OwnTx } from '../command.ts'
import { claim, type PickOptions } from './pick.ts'
import { settle, type Answered, type Settled } from './settle.ts'

/**
 * One turn of the sender in one transaction: writes down the last answer and marks the next item. A sender that lost
 * its turn changes nothing (I17). One transaction and not two, because on a phone each must reach the disk.
 */
export interface TurnOptions extends Omit<PickOptions, 'book'> {
  epoch: number
  random: () => number
  book?: CommandBook
  answered: Answered | undefined
  /** Ids in the order to try them; shortened by what was taken. */
  plan: string[]
  /** False: write down the answer, and choose nothing more. */
  goOn: boolean
  /** An item that was joined with another device's change goes again at once. */
  again: boolean
}
export interface Turn {
  settled?: Settled
  next?: OutboxItem
}
const tables = ['outbox', 'meta', 'favourites', 'entities'] as const

export async function turn(store: OwnStore, options: TurnOptions): Promise<Turn | 'fenced'> {
  const { answered, ...rest } = options
  const o = { ...rest, book: options.book ?? thisBook }
  // A transaction may be repeated: it must not find the plan shortened by the first try.
  let left = o.plan
  const took = await store.transaction('write', tables, async (raw): Promise<Turn | 'fenced'> => {
    const tx = await withMeta(raw)
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return 'fenced'
    await setNumber(tx, meta.beat, o.now)
    const plan = [...o.plan]
    const settled = answered && (await settle(tx, answered, o))
    if (settled === 'fenced') return { settled }
    const skip = new Set(o.skip)
    if (answered && settled?.to === 'merged' && o.again) {
      plan.unshift(answered.sent.id)
      skip.delete(answered.sent.id)
    }
    const next = o.goOn ? await claim(tx, plan, { ...o, skip }) : undefined
    left = plan
    return { ...(settled ? { settled } : {}), ...(next ? { next } : {}) }
  })
  o.plan.splice(0, o.plan.length, ...left)
  return took
}

/** The small facts that every turn needs, asked for together: each question takes a way through the browser. */
const needed = [meta.epoch, meta.pause, meta.ack, meta.delivered, meta.dependents]

async function withMeta(tx: OwnTx): Promise<OwnTx> {
  const rows = await Promise.all(needed.map((k) => tx.get('meta', k)))
  const known = new Map<Key, MetaRow | undefined>(needed.map((k, place) => [k, rows[place]]))
  const get = async (table: TableOf<OwnTables>, key: Key) =>
    table === 'meta' && known.has(key) ? known.get(key) : tx.get(table, key)
  return {
    ...tx,
    get: get as OwnTx['get'],
    put: (table, row) => {
      if (table === 'meta') known.set((row as MetaRow).k, row as MetaRow)
      return tx.put(table, row)
    },
  }
}
