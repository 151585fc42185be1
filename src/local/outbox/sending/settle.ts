import type { CommandRegistry, Payloads } from '#contract/commands.ts'
import type { Versioned } from '#contract/errors.ts'
import type { LastError, OutboxItem } from '../../database/records.ts'
import { backoff, verdictOf, type SendResult, type Verdict } from './verdict.ts'
import {
  markGone,
  putEntity,
  commandOf,
  meta,
  needsLogin,
  numberOf,
  requeued,
  setNumber,
  withFreshKey,
  type OwnTx,
  type Rules,
} from '../command.ts'
import { holdForLogin } from '../item-actions.ts'
import { follow, noteOf, unlink } from '../chain.ts'
import { mergeItem } from '../merge.ts'
import type { ReceiptState } from '#contract/sync/receipts.ts'
import { propertiesOf, versionedOf } from '#contract/values/unknown.ts'

/** Options for storing the effect of a response. A sender that lost its turn changes nothing (I17). */
export interface SettleOptions {
  now: number
  random: () => number
  book: CommandRegistry
}
/** Result for an item; `merged` and `removed` are not states. */
export type ItemOutcome = Verdict['to'] | 'merged' | 'removed'
export type Settled = { to: ItemOutcome } | 'fenced'

/** An item that was sent and its response. */
export interface ItemResult {
  sent: OutboxItem
  reply: SendResult
  /** Set when a prerequisite (a picture) was answered: the item was not sent, and after its `first` attempt never was. */
  before?: { first: boolean }
}

/** Limits after which an item needs a person: it failed this often, for this long, while other items were delivered. */
const quarantineTries = 8
const quarantineAge = 24 * 3_600_000

export interface Settling {
  tx: OwnTx
  item: OutboxItem
  reply: SendResult
  before: ItemResult['before']
  command: Rules | undefined
  o: SettleOptions
}

const nobody = { whenGone: 'rejected' as const }

/** Settles one item, in the transaction of the sender that leads, which the caller has checked. */
export async function settle(tx: OwnTx, answered: ItemResult, o: SettleOptions): Promise<Settled> {
  const { sent, reply, before } = answered
  const found = await tx.get('outbox', sent.id)
  if (!found || found.state !== 'sending' || found.rev !== sent.rev) return 'fenced'
  const item = before?.first && !found.cancel ? { ...found, sentEver: false } : found
  const s: Settling = { tx, item, reply, before, command: commandOf(item, o.book), o }
  // An item that was taken back before this attempt asked the server to refuse the key. An item that was taken back during it was
  // sent normally.
  if (sent.cancel) return { to: await settleCancel(s) }
  const rules = { ...(s.command ?? nobody), needsLogin: needsLogin(item, s.command) }
  // A missing upload route says nothing about the entity of the item.
  const judged = before ? { ...rules, whenGone: 'rejected' as const } : rules
  return { to: await apply(s, verdictOf(reply, judged, o.random)) }
}

/** Returns the item without the error and the hold of the last response. */
function cleared(item: OutboxItem): OutboxItem {
  const { lastError: _before, hold: _hold, ...rest } = item
  return rest
}

async function finish(s: Settling, body: unknown): Promise<ItemOutcome> {
  const { tx, item, command, o } = s
  const { receipt, now } = await ack(tx, item, command, { body, at: o.now })
  const { cancel: _late, unsure: _known, ...rest } = cleared(item)
  // The entity of the wish no longer exists: the receipt names the reason.
  const why = s.reply.ok || body !== undefined ? {} : { lastError: errorOf(s.reply, o.now) }
  await tx.put('outbox', { ...rest, ...why, state: 'done', doneAt: o.now, result: receipt })
  await setNumber(tx, meta.delivered, o.now)
  if (command?.versioned) await follow(tx, item, now, o.book)
  return 'done'
}

async function apply(s: Settling, verdict: Verdict): Promise<ItemOutcome> {
  const { tx, item, reply, o } = s
  const base: OutboxItem = reply.ok ? cleared(item) : { ...cleared(item), lastError: errorOf(reply, o.now) }
  const no = verdict.to === 'rejected' || verdict.to === 'conflict' || verdict.to === 'quarantine'
  if (no && item.cancel) return refusedCancel(s, verdict.to === 'quarantine')
  switch (verdict.to) {
    case 'done':
      return finish(s, reply.ok ? reply.body : undefined)
    case 'rejected':
    case 'held':
      await tx.put('outbox', { ...base, state: verdict.to, ...(verdict.hold ? { hold: verdict.hold } : {}) })
      if (verdict.to === 'rejected' && !s.before) await askAnew(tx, item.blobIds)
      if (verdict.hold === 'auth') await holdForLogin(tx, o.book)
      return verdict.to
    case 'wait':
      return waiting(s, base, verdict)
    case 'conflict':
      return settleConflict(s, base, verdict.theirs)
    case 'quarantine':
      await tx.put('outbox', { ...base, state: 'quarantine' })
      return 'quarantine'
  }
}

/** Clears the upload state of the pictures of a refused item: a restored server may have lost pictures that had arrived (S53). */
async function askAnew(tx: OwnTx, blobIds: readonly string[] = []): Promise<void> {
  for (const id of blobIds) {
    const row = await tx.get('blobs', id)
    if (row?.upload?.done === undefined) continue
    const { upload: _arrived, ...rest } = row
    await tx.put('blobs', rest)
  }
}

/** Ends an item that was taken back during its attempt and refused, unless another copy may be under way. */
async function refusedCancel({ tx, item, o }: Settling, unclear: boolean): Promise<ItemOutcome> {
  if (unclear || item.unsure) {
    await tx.put('outbox', requeued(item))
    return 'wait'
  }
  await unlink(tx, item, o.book)
  return 'removed'
}

/** Settles a cancellation: the server refuses the key from now on, or reports that the item has had its effect (I8). */
async function settleCancel(s: Settling): Promise<ItemOutcome> {
  const { tx, item, reply, o } = s
  const data = reply.ok ? propertiesOf(propertiesOf(reply.body)['data']) : {}
  const state = data['state'] as ReceiptState | undefined
  if (state === 'applied') return finish(s, data['reply'] ?? {})
  if (state === 'void') {
    await unlink(tx, item, o.book)
    return 'removed'
  }
  const verdict = verdictOf(reply, { ...nobody, needsLogin: needsLogin(item, s.command) }, o.random)
  // A refusal of the cancel request says nothing about the item: an item that the person took back must not be sent.
  const again: Verdict =
    verdict.to === 'held' || verdict.to === 'wait' ? verdict : { to: 'wait', counts: 'tries' }
  return apply(s, again)
}

async function settleConflict(
  s: Settling,
  base: OutboxItem,
  theirs: Versioned | undefined,
): Promise<ItemOutcome> {
  const { tx, item, command, o } = s
  const editing = command?.editing
  const { baseFrom: _over, ...rest } = base
  if (!theirs || !editing) {
    if (s.reply.ok || s.reply.status === 404 || s.reply.status === 410) await markGone(tx, item.lane, o.now)
    await tx.put('outbox', { ...rest, state: 'conflict' })
    return 'conflict'
  }
  await putEntity(tx, item.lane, theirs, o.now)
  const mine = editing.of(item.payload)
  const { patch, overlaps, taken } = mergeItem(item, { mine, theirs: theirs.fields, sets: editing.sets })
  // A server that reports a conflict with the same version would be asked again without end.
  if (overlaps.length > 0 || theirs.version === item.base?.version) {
    await tx.put('outbox', { ...rest, state: 'conflict', theirs })
    return 'conflict'
  }
  if (Object.keys(patch).length === 0) {
    // The server's state is already what the person wants.
    return finish(s, { data: { version: theirs.version, fields: theirs.fields } })
  }
  const { lastError: _told, ...clean } = rest
  const merged: OutboxItem = {
    ...requeued(withFreshKey(clean)),
    payload: editing.with(item.payload, patch),
    base: { version: theirs.version, snapshot: theirs.fields },
    ...noteOf(item, taken),
  }
  await tx.put('outbox', merged)
  return 'merged'
}

async function waiting(
  { tx, item, before, o }: Settling,
  base: OutboxItem,
  verdict: Extract<Verdict, { to: 'wait' }>,
): Promise<ItemOutcome> {
  const after = verdict.after ?? backoff(item.tries + item.netFails, o.random)
  if (verdict.everyone) await setNumber(tx, meta.pause, o.now + after)
  const next: OutboxItem = {
    ...base,
    state: 'wait',
    nextAt: verdict.everyone ? 0 : o.now + after,
    ...(before ? {} : { unsure: true }),
  }
  if (verdict.counts !== 'nothing') next[verdict.counts] += 1
  const firstAt = item.firstAt ?? o.now
  const poisoned =
    verdict.counts === 'tries' &&
    !item.cancel &&
    next.tries >= quarantineTries &&
    o.now - firstAt >= quarantineAge &&
    // When nothing at all is delivered, the fault is not in this item (scenario 42).
    (await numberOf(tx, meta.delivered)) > firstAt
  await tx.put('outbox', poisoned ? { ...next, state: 'quarantine' } : next)
  return poisoned ? 'quarantine' : 'wait'
}

function errorOf(reply: Extract<SendResult, { ok: false }>, at: number): LastError {
  const { code, msg = '', fields } = reply.error
  return { code, status: reply.status, msg, at, ...(fields ? { fields } : {}) }
}

/**
 * Writes what the server confirmed into the base, in the transaction that ends the item, so that the screen does not flicker
 * between the two (I18). `body` is undefined for a wish whose entity no longer exists.
 */
async function ack(
  tx: OwnTx,
  item: OutboxItem,
  command: Rules | undefined,
  { body, at }: { body: unknown; at: number },
) {
  const { msg, data: sent, as_of: asOf } = propertiesOf(body)
  const data = propertiesOf(sent)
  if (item.kind === 'fav.set') await ackFavourite(tx, item, body === undefined ? undefined : data)
  const now = command?.versioned ? versionedOf(data) : undefined
  const time = typeof asOf === 'string' ? Date.parse(asOf) : at
  if (now) await putEntity(tx, item.lane, now, time)
  if (command?.merge === 'absorb' || (command?.editing && body === undefined))
    await markGone(tx, item.lane, time)
  const { _id: id, slug, n } = data
  return {
    receipt: {
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof slug === 'string' ? { slug } : {}),
      ...(typeof n === 'number' ? { n } : {}),
      ...(now ? { version: now.version } : {}),
      ...(typeof msg === 'string' && msg !== '' ? { msg } : {}),
    },
    /** The entity after the effect. */
    now,
  }
}

async function ackFavourite(tx: OwnTx, item: OutboxItem, data: Record<string, unknown> | undefined) {
  const { carId, want } = item.payload as Payloads['fav.set']
  // The response decides; a car that no longer exists is not a favourite.
  const on = data === undefined ? false : (data['is_favorite'] ?? want) === 'yes'
  const count = (await numberOf(tx, meta.ack)) + 1
  await setNumber(tx, meta.ack, count)
  await tx.put('favourites', { carId, on, ack: count, rank: item.seq })
}
