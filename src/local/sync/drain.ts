import type { CommandBook } from '#contract/commands.ts'
import { backlog, lead, leads, mayTakeOver, unpick, type Backlog } from '../outbox/sending/lead.ts'
import { commandOf, keyOf, type OutboxItem, type OwnStore } from '../outbox/command.ts'
import { survey } from '../outbox/sending/pick.ts'
import type { Answered } from '../outbox/sending/settle.ts'
import { turn } from '../outbox/sending/turn.ts'
import type { Heard } from '../outbox/sending/verdict.ts'
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
  const book = d.book ? { book: d.book } : {}
  const skip = new Set<string>()
  let plan: string[] = []
  let delivered = 0
  let failed = false
  let silent = 0
  let merges = 0
  let answered: Answered | undefined
  for (;;) {
    const goOn = silent < mostSilent && (d.mayGoOn?.() ?? true)
    const mayAuth = (await ownToken(d)) !== undefined
    const look = { epoch, now: d.now(), mayAuth, skip, ...book }
    // What came while the plan was carried out has its turn too.
    if (goOn && !answered && plan.length === 0) plan = await survey(d.store, look)
    if (!answered && (!goOn || plan.length === 0)) break
    const again = merges < mostMerges
    const took = await turn(d.store, { ...look, random: d.random, answered, plan, goOn, again })
    if (took === 'fenced' || took.settled === 'fenced') {
      if (answered) d.log('fenced', answered.sent.id)
      break
    }
    if (answered && took.settled) {
      const { heard, sent } = answered
      const { to } = took.settled
      if (heard.ok && heard.replayed) d.log('replayed', sent.id)
      d.log(heard.ok ? to : `${to} ${heard.error.code}`, sent.id)
      if (to === 'done') delivered++
      if (to === 'wait') failed = true
      if (to === 'merged') merges++
    }
    const wasAnswered = answered !== undefined
    answered = undefined
    const { next } = took
    if (!next) {
      // Nothing of a fresh plan may go.
      if (!wasAnswered) break
      continue
    }
    skip.add(next.id)
    const heard = await attempt(d, next, epoch)
    if (heard === 'fenced') break
    if (heard === 'signed-out') continue
    answered = { sent: next, heard }
    silent = heard.status === 0 ? silent + 1 : 0
  }
  return { delivered, failed }
}

/** The item under way, after what it needs first. */
async function attempt(d: Drain, item: OutboxItem, epoch: number): Promise<Heard | 'fenced' | 'signed-out'> {
  // A tab that was frozen here wakes up into a world where someone else leads.
  if (!(await leads(d.store, epoch))) return 'fenced'
  const needsLogin = commandOf(item, d.book)?.auth === 'user'
  const bearer = async () => (needsLogin ? ownToken(d) : undefined)
  const lacks = (found: string | undefined) => needsLogin && found === undefined
  let token = await bearer()
  if (d.prepare && item.blobIds && !item.cancel && !lacks(token)) {
    const goOn = async () => !lacks(await bearer()) && leads(d.store, epoch)
    const missing = await d.prepare(item, { token, goOn })
    if (missing) return missing
    // Pictures take their time; meanwhile someone else may have taken over.
    if (!(await leads(d.store, epoch))) return 'fenced'
    token = await bearer()
  }
  if (lacks(token)) {
    // Signed out between choosing and sending.
    await unpick(d.store, item.id, epoch)
    return 'signed-out'
  }
  d.log('sending', item.id)
  return d.send(item, { key: keyOf(item), token })
}
