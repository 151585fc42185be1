import {
  backlog,
  mayTakeOver,
  type Backlog,
  acquireLeadership,
  unpick,
  stillMine,
  turn,
} from '../outbox/sending/turn.ts'
import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import { type OwnStore, commandOf, idempotencyKeyOf, needsLogin } from '../outbox/command.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import { userPartition } from '../database/schema.ts'
import type { SendLock } from './locks.ts'
import { survey, type Planned, type Claimed } from '../outbox/sending/pick.ts'
import type { ItemResult, Settled } from '../outbox/sending/settle.ts'

/** Ports for sending the items of one partition. */
export interface Drain {
  partition: string
  store: OwnStore
  lock: SendLock
  /** Returns the current token. It is read before each item, because people sign in and out during a round. */
  token: () => Promise<{ token: string; sub: string } | undefined>
  /** Sends the item or, when it was taken back, asks the server to refuse it. */
  send: (item: OutboxItem, o: { key: string; token: string | undefined }) => Promise<SendResult>
  /**
   * Uploads what must be on the server first (pictures). Undefined when nothing is missing, else the outcome, which is settled as
   * the item's own response. `goOn` turns false when another sender leads.
   */
  prepare?: (
    item: OutboxItem,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ) => Promise<SendResult | undefined>
  /** Commands that this app knows; tests use those of an older or a newer app. */
  book?: CommandRegistry
  now: () => number
  random: () => number
  log: (event: string, about?: string) => void
  /** Returns false to stop between two items: a worker has limited time. */
  mayGoOn?: () => boolean
}

/** Returns the token if it belongs to the person of this partition (I7). */
async function ownToken(d: Drain): Promise<string | undefined> {
  const session = await d.token()
  return session && userPartition(session.sub) === d.partition ? session.token : undefined
}

export interface Round extends Backlog {
  /** Whether another sender holds the lock. */
  busy: boolean
  delivered: number
  /** Whether a network or server failure ended the round early for at least one item. */
  failed: boolean
}

/**
 * Runs one round of sending for one partition; the page, the worker and the model test use it unchanged. Each item is tried at
 * most once a round, in the order of its lane, under its own key, as the person of its partition.
 */
export async function drainOnce(d: Drain): Promise<Round> {
  const name = `outbox:${d.partition}`
  const work = () => runRound(d)
  let held = await d.lock.hold(name, false, work)
  if (!held && (await mayTakeOver(d.store, d.now()))) {
    d.log('steal', d.partition)
    held = await d.lock.hold(name, true, work)
  }
  const left = await backlog(d.store, (await ownToken(d)) !== undefined, d.book)
  return { ...left, busy: held === undefined, ...(held?.value ?? { delivered: 0, failed: false }) }
}

/** Milliseconds for which a read of the database counts as current: a takeover takes longer, and a tap rarely is as fast. */
const freshFor = 100

/** A chosen item that is not yet sent, and the time of its choice. */
type Ready = Claimed & { at: number }

/** Sends a chosen item, after its prerequisites. */
async function attempt(
  d: Drain,
  chosen: Ready,
  epoch: number,
): Promise<ItemResult | 'fenced' | 'signed-out'> {
  let { item } = chosen
  const age = d.now() - chosen.at
  if (!(age >= 0 && age < freshFor)) {
    // A tab that was frozen here may find on waking that another sender leads, or that the item was taken back.
    const mine = await stillMine(d.store, item.id, epoch)
    if (!mine) return 'fenced'
    item = mine
  }
  const named = needsLogin(item, commandOf(item, d.book))
  const bearer = async () => (named ? ownToken(d) : undefined)
  const lacks = (found: string | undefined) => named && found === undefined
  let token = await bearer()
  if (d.prepare && item.blobIds && !item.cancel && !lacks(token)) {
    const { id } = item
    const look = () => stillMine(d.store, id, epoch)
    const goOn = async () => {
      const mine = lacks(await bearer()) ? undefined : await look()
      return mine !== undefined && !mine.cancel
    }
    const missing = await d.prepare(item, { token, goOn })
    // Uploading pictures takes time: meanwhile another sender may have taken over, or the person may have taken the item back.
    const mine = await look()
    if (!mine) return 'fenced'
    if (missing && !mine.cancel) return { sent: item, reply: missing, before: { first: chosen.first } }
    item = mine
    token = await bearer()
  }
  if (lacks(token)) {
    // The person signed out between choosing and sending.
    await unpick(d.store, [chosen], epoch)
    return 'signed-out'
  }
  d.log('sending', item.id)
  return { sent: item, reply: await d.send(item, { key: idempotencyKeyOf(item), token }) }
}

/** Maximum number of merges in a round: another device may change the same entity repeatedly, and the next round continues. */
const mostMerges = 3

/** Number of consecutive attempts without a response after which the round ends, because there is no network. */
const mostSilent = 2

/** Maximum number of items that are marked as being sent in advance. */
const mostAhead = 20
/** Number of marked items at which the next ones are chosen: these items are sent while the choice reaches the disk. */
const reserve = 8

/**
 * Sends one item after the other. While all succeed, responses are stored and the next items chosen during another request, as
 * many in one transaction as arrive within a moment, because each transaction must reach the disk. After the first failure the
 * items that were chosen in advance are put back, and each step waits for the one before it.
 */
async function runRound(d: Drain): Promise<{ delivered: number; failed: boolean }> {
  const epoch = await acquireLeadership(d.store, d.now())
  const skip = new Set<string>()
  const ready: Ready[] = []
  let plan: Planned[] = []
  let unwritten: ItemResult[] = []
  let delivered = 0
  let failed = false
  let silent = 0
  let merges = 0
  /** Milliseconds that the last attempt took. */
  let took = freshFor
  /** Time of the first response that is not stored yet. */
  let since = 0
  let fair = false
  let over = false
  const mayGoOn = () => !over && silent < mostSilent && (d.mayGoOn?.() ?? true)

  function note({ reply, sent }: ItemResult, { to }: Exclude<Settled, 'fenced'>) {
    if (reply.ok && reply.replayed) d.log('replayed', sent.id)
    d.log(reply.ok ? to : `${to} ${reply.error.code}`, sent.id)
    if (to === 'done') delivered++
    if (to === 'wait') failed = true
    if (to !== 'merged') return
    if (merges < mostMerges) skip.delete(sent.id)
    merges++
  }

  /** Stores the responses and chooses up to `most` items, in one transaction. */
  async function write(most: number, flying: readonly Planned[] = []): Promise<void> {
    const answered = unwritten
    unwritten = []
    const goOn = mayGoOn() && most > 0
    const mayAuth = (await ownToken(d)) !== undefined
    const look = { epoch, now: d.now(), mayAuth, skip, book: d.book ?? commandRegistry }
    // Items that were added during the plan are included in a new plan.
    if (goOn && answered.length + flying.length + plan.length === 0) plan = await survey(d.store, look)
    if (answered.length === 0 && (!goOn || plan.length === 0)) return
    const wrote = await turn(d.store, {
      ...look,
      busy: new Set(flying.map((item) => item.lane)),
      random: d.random,
      answered,
      plan,
      most: goOn ? most : 0,
      again: merges < mostMerges,
    })
    for (const [place, a] of answered.entries()) {
      const settled = wrote === 'fenced' ? wrote : wrote.settled[place]
      if (settled && settled !== 'fenced') note(a, settled)
      else d.log('fenced', a.sent.id)
      over ||= settled === 'fenced'
    }
    if (wrote === 'fenced') {
      over = true
      return
    }
    for (const next of wrote.next) {
      skip.add(next.item.id)
      ready.push({ ...next, at: look.now })
    }
  }

  /** Puts items back that were chosen in advance, so that they are chosen again. */
  async function putBack(): Promise<void> {
    const early = ready.splice(0)
    if (early.length === 0) return
    await unpick(d.store, early, epoch)
    for (const { item } of early) skip.delete(item.id)
    plan.unshift(...early.map(({ item }) => item))
  }

  let writing: Promise<void> | undefined
  let trouble: { error: unknown } | undefined
  /** Returns how many items can be sent while their choice is current. */
  const ahead = () => Math.min(mostAhead, Math.max(1, Math.floor(freshFor / Math.max(1, took))))
  /** Starts a write unless one is running; later responses are stored together by the next one. */
  function writeOn(flying: Ready) {
    const isLow = ready.length < Math.min(reserve, ahead())
    const isLate = unwritten.length > 0 && Math.abs(d.now() - since) >= freshFor
    if (writing || !(isLow || isLate)) return
    // An upload of pictures takes time, and chosen items should be sent soon.
    const most = flying.item.blobIds ? 0 : Math.max(0, ahead() - ready.length)
    const busy = [flying, ...ready].map(({ item }) => item)
    writing = write(most, busy)
      .catch((error: unknown) => {
        trouble = { error }
        over = true
      })
      .finally(() => {
        writing = undefined
      })
  }

  for (;;) {
    if (ready.length === 0) await writing
    if (trouble) throw trouble.error
    if (ready.length === 0) {
      const had = unwritten.length > 0
      await write(fair ? ahead() : 1)
      if (ready.length === 0 && (!had || over)) break
    }
    const next = ready.shift()
    if (!next) continue
    if (fair) writeOn(next)
    const start = d.now()
    const sent = await attempt(d, next, epoch).catch(async (error: unknown) => {
      await writing
      throw error
    })
    took = Math.abs(d.now() - start)
    fair = typeof sent === 'object' && sent.reply.ok
    if (typeof sent === 'object') {
      if (unwritten.length === 0) since = start + took
      unwritten.push(sent)
      silent = sent.reply.status === 0 ? silent + 1 : 0
    }
    over ||= sent === 'fenced'
    if (fair && mayGoOn()) continue
    await writing
    await putBack()
  }
  return { delivered, failed }
}
