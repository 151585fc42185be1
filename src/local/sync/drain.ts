import type { CommandBook } from '#contract/commands.ts'
import { backlog, lead, leads, mayTakeOver, unpick, type Backlog } from '../outbox/lead.ts'
import { commandOf, keyOf, type OutboxItem, type OwnStore } from '../outbox/command.ts'
import { pick } from '../outbox/pick.ts'
import { settle } from '../outbox/settle.ts'
import type { Heard } from '../outbox/verdict.ts'
import { userPartition } from '../session/partition.ts'
import type { SendLock } from './locks.ts'

/**
 * One round of sending for one partition: used unchanged by the page, the worker and the model test. Each item is
 * tried at most once a round, in the order of its lane, under its own key, in the name of its own partition.
 */
export interface Drain {
  partition: string
  store: OwnStore
  lock: SendLock
  /** Read anew before each item, because people sign in and out while a round is under way. */
  token: () => Promise<{ token: string; sub: string } | undefined>
  /** Sends the item, or, when it was taken back, asks the server to refuse it. */
  send: (item: OutboxItem, o: { key: string; token: string | undefined }) => Promise<Heard>
  /**
   * What must be on the server first (pictures); undefined when nothing is missing, else how far it got, which is
   * settled as the item's own answer. `goOn` turns false when someone else leads.
   */
  prepare?: (
    item: OutboxItem,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ) => Promise<Heard | undefined>
  /** The kinds this app knows; tests play an older or a newer one. */
  book?: CommandBook
  now: () => number
  random: () => number
  log: (event: string, about?: string) => void
  /** Says stop between two items: a worker is given only so much time. */
  mayGoOn?: () => boolean
}
export interface Round extends Backlog {
  /** Someone else is sending. */
  busy: boolean
  delivered: number
  /** A network or server failure ended the round early for at least one item. */
  failed: boolean
}

/** Another device may change the same thing again and again; then the next round goes on. */
const mostMerges = 3

/** After this many tries in a row without any answer there is no network; the rest waits for the next round. */
const mostSilent = 2

export async function drainOnce(d: Drain): Promise<Round> {
  const name = `outbox:${d.partition}`
  const work = () => round(d)
  let held = await d.lock.hold(name, false, work)
  if (!held && (await mayTakeOver(d.store, d.now()))) {
    d.log('steal', d.partition)
    held = await d.lock.hold(name, true, work)
  }
  const left = await backlog(d.store, (await ownToken(d)) !== undefined, d.book)
  return { ...left, busy: held === undefined, ...(held?.value ?? { delivered: 0, failed: false }) }
}

/** The token, if it is the token of this very partition (I7). */
async function ownToken(d: Drain): Promise<string | undefined> {
  const session = await d.token()
  return session && userPartition(session.sub) === d.partition ? session.token : undefined
}

async function round(d: Drain): Promise<{ delivered: number; failed: boolean }> {
  const epoch = await lead(d.store, d.now())
  const skip = new Set<string>()
  let delivered = 0
  let failed = false
  let silent = 0
  let merges = 0
  while (silent < mostSilent && (d.mayGoOn?.() ?? true)) {
    const mayAuth = (await ownToken(d)) !== undefined
    const book = d.book ? { book: d.book } : {}
    const picked = await pick(d.store, { epoch, now: d.now(), mayAuth, skip, ...book })
    if (picked === 'fenced' || picked === 'nothing') break
    const { item } = picked
    skip.add(item.id)
    // A tab that was frozen here wakes up into a world where someone else leads.
    if (!(await leads(d.store, epoch))) break
    const needsLogin = commandOf(item, d.book)?.auth === 'user'
    const token = needsLogin ? await ownToken(d) : undefined
    if (needsLogin && token === undefined) {
      // Signed out between choosing and sending.
      await unpick(d.store, item.id, epoch)
      continue
    }
    const heard = await attempt(d, item, { epoch, token })
    if (heard === 'fenced') break
    if (heard.ok && heard.replayed) d.log('replayed', item.id)
    const settled = await settle(d.store, item, heard, { epoch, now: d.now(), random: d.random, ...book })
    if (settled === 'fenced') {
      d.log('fenced', item.id)
      break
    }
    d.log(heard.ok ? settled.to : `${settled.to} ${heard.error.code}`, item.id)
    if (settled.to === 'done') delivered++
    if (settled.to === 'wait') failed = true
    // With what another device had changed it can go out at once.
    if (settled.to === 'merged' && ++merges <= mostMerges) skip.delete(item.id)
    silent = heard.status === 0 ? silent + 1 : 0
  }
  return { delivered, failed }
}

/** What the item needs first, and then the item itself. */
async function attempt(
  d: Drain,
  item: OutboxItem,
  { epoch, token }: { epoch: number; token: string | undefined },
): Promise<Heard | 'fenced'> {
  if (d.prepare && !item.cancel) {
    const missing = await d.prepare(item, { token, goOn: () => leads(d.store, epoch) })
    if (missing) return missing
    // Pictures take their time; meanwhile someone else may have taken over.
    if (!(await leads(d.store, epoch))) return 'fenced'
  }
  return d.send(item, { key: keyOf(item), token })
}
