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

/** What sending for one partition needs of the world around it. */
export interface Drain {
  partition: string
  store: OwnStore
  lock: SendLock
  /** Read again before each item, because people sign in and out while a round is under way. */
  token: () => Promise<{ token: string; sub: string } | undefined>
  /** Sends the item, or, when it was taken back, asks the server to refuse it. */
  send: (item: OutboxItem, o: { key: string; token: string | undefined }) => Promise<SendResult>
  /**
   * What must be on the server first (pictures); undefined when nothing is missing, else how far it got, which is
   * settled as the item's own answer. `goOn` turns false when someone else leads.
   */
  prepare?: (
    item: OutboxItem,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ) => Promise<SendResult | undefined>
  /** The kinds this app knows; tests play an older or a newer one. */
  book?: CommandRegistry
  now: () => number
  random: () => number
  log: (event: string, about?: string) => void
  /** Says stop between two items: a worker is given only so much time. */
  mayGoOn?: () => boolean
}

/** The token, if it is the token of this very partition (I7). */
async function ownToken(d: Drain): Promise<string | undefined> {
  const session = await d.token()
  return session && userPartition(session.sub) === d.partition ? session.token : undefined
}

export interface Round extends Backlog {
  /** Someone else is sending. */
  busy: boolean
  delivered: number
  /** A network or server failure ended the round early for at least one item. */
  failed: boolean
}

/**
 * One round of sending for one partition: used unchanged by the page, the worker and the model test. Each item is
 * tried at most once a round, in the order of its lane, under its own key, in the name of its own partition.
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

/** Milliseconds for which a look at the database is believed: nobody takes over, and hardly anybody taps, so fast. */
const freshFor = 100

/** Chosen at that moment, and not yet sent. */
type Ready = Claimed & { at: number }

/** Sends a chosen item, after what it needs first. */
async function attempt(
  d: Drain,
  chosen: Ready,
  epoch: number,
): Promise<ItemResult | 'fenced' | 'signed-out'> {
  let { item } = chosen
  const age = d.now() - chosen.at
  if (!(age >= 0 && age < freshFor)) {
    // A tab that was frozen here wakes up into a world where someone else leads, or where it was taken back.
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
    // Pictures take their time; meanwhile someone else may have taken over, or the person taken it back.
    const mine = await look()
    if (!mine) return 'fenced'
    if (missing && !mine.cancel) return { sent: item, reply: missing, before: { first: chosen.first } }
    item = mine
    token = await bearer()
  }
  if (lacks(token)) {
    // Signed out between choosing and sending.
    await unpick(d.store, [chosen], epoch)
    return 'signed-out'
  }
  d.log('sending', item.id)
  return { sent: item, reply: await d.send(item, { key: idempotencyKeyOf(item), token }) }
}

/** Another device may change the same thing again and again; then the next round goes on. */
const mostMerges = 3

/** After this many tries in a row without any answer there is no network; the rest waits for the next round. */
const mostSilent = 2

/** The largest number of items that are marked as being sent before it is their turn. */
const mostAhead = 20
/** So many of them are left when the next ones are chosen: they leave while that reaches the disk. */
const reserve = 8

/**
 * Sends one item after the other. As long as all goes well, answers are written down and the next items chosen while
 * another one is under way, together as many as come and go within a moment: each transaction must reach the disk.
 * With the first answer that is not good, what was chosen too early goes back as it was, and each step waits for the
 * one before it.
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
  /** Milliseconds that the last answer took. */
  let took = freshFor
  /** When the first of the unwritten answers came. */
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

  /** Writes down the answers and chooses up to that many items, in one transaction. */
  async function write(most: number, flying: readonly Planned[] = []): Promise<void> {
    const answered = unwritten
    unwritten = []
    const goOn = mayGoOn() && most > 0
    const mayAuth = (await ownToken(d)) !== undefined
    const look = { epoch, now: d.now(), mayAuth, skip, book: d.book ?? commandRegistry }
    // What came while the plan was carried out has its turn too.
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

  /** Chosen too early: they have their turn as if nothing had been. */
  async function putBack(): Promise<void> {
    const early = ready.splice(0)
    if (early.length === 0) return
    await unpick(d.store, early, epoch)
    for (const { item } of early) skip.delete(item.id)
    plan.unshift(...early.map(({ item }) => item))
  }

  let writing: Promise<void> | undefined
  let trouble: { error: unknown } | undefined
  /** As many as leave while they are fresh. */
  const ahead = () => Math.min(mostAhead, Math.max(1, Math.floor(freshFor / Math.max(1, took))))
  /** At most one at a time; the answers of meanwhile go together into the next. */
  function writeOn(flying: Ready) {
    const isLow = ready.length < Math.min(reserve, ahead())
    const isLate = unwritten.length > 0 && Math.abs(d.now() - since) >= freshFor
    if (writing || !(isLow || isLate)) return
    // Pictures take their time, and what is chosen should leave soon.
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
