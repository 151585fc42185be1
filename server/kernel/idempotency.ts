// Guarantees that a write that is sent twice takes effect once. The row of its key is written in the transaction of the
// effect, so the row exists exactly when the effect does. A refused write stores no row, so the client can retry with the
// same key.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { headers } from '#contract/http.ts'
import { limits } from '#contract/limits.ts'
import { replyOfGone } from '#contract/parts.ts'
import type { Receipt } from '#contract/sync/sync.ts'
import type { Actor, Thing } from './call.ts'
import { isLockTimeout } from './db/failures.ts'
import type { Db, Sql } from './db/sql.ts'
import { type Deps, onePer } from './deps.ts'
import { findRow } from './db/lists.ts'

/** Days that a key is stored. */
const keyLife = 90
/** Days that a voided key is refused. Only its row stops a late copy of the write. */
const voidLife = 730
/** Status that is stored for a voided key: the client took the write back before it arrived. */
const takenBack = 410

/** Maximum depth of a request body: more than any call needs, and safe for the stack. */
const deepest = 100

function sorted(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new AppError('validation_failed', { msg: 'The request is nested too deeply.' })
  if (Array.isArray(value)) return value.map((part) => sorted(part, depth + 1))
  const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(parts.map(([name, part]) => [name, sorted(part, depth + 1)]))
}

/** Returns JSON with sorted keys: the same request always gives the same text. */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value))

/** Reads the key from a header or a URL, bare or quoted as in the IETF draft. Throws `validation_failed` for an invalid key. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = /^"([^"\\]*)"$/.exec(String(header))?.[1] ?? String(header)
  const fine = key.length <= limits.idempotencyKey && /^[\x21-\x7e]+$/.test(key) && !key.includes('"')
  if (fine) return key
  const msg = `Idempotency-Key must be 1 to ${limits.idempotencyKey} visible characters.`
  throw new AppError('validation_failed', { msg, fields: { 'idempotency-key': msg } })
}

export interface Keyed {
  actor: string
  key: string
  fingerprint: string
  now: Date
  things: Things
}
export interface IdempotentResult<T> {
  status: number
  body: T
  replayed: boolean
}

/** Entities that replies may contain, by name. */
export type Things = ReadonlyMap<string, Thing>

/**
 * Stored form of a reply that contains an entity, without the content of the entity. A repeated request reads the entity
 * again.
 */
const brief = z.object({
  thing: z.string(),
  msg: z.string(),
  data: z.object({
    /** Id of an entity of a list; a profile has `id` instead. */
    _id: z.optional(z.string()),
    id: z.optional(z.string()),
    slug: z.optional(z.string()),
    /** Undefined for an entity without versions. A repeated request gets its current state too. */
    version: z.optional(z.int()),
  }),
})

/**
 * Returns the stored form of a reply. It omits the content of an entity: an entity of many kilobytes that is edited all day
 * must not fill the disk.
 */
function briefly(reply: unknown, thing: Thing | undefined): unknown {
  const found = thing && brief.safeParse({ ...(reply as object), thing: thing.name })
  return found?.success ? { success: true, ...found.data } : reply
}

/** Returns the reply to a repeated request. For a deleted entity it has the version that the write made, and no content. */
async function inFull(sql: Sql, { actor, things }: Pick<Keyed, 'actor' | 'things'>, body: unknown) {
  const found = brief.safeParse(body)
  const thing = found.success ? things.get(found.data.thing) : undefined
  if (!found.success || !thing) return body
  const { msg, data } = found.data
  const now = await thing.read(sql, { id: data._id ?? data.id ?? '', user: actor.replace(/^u:/, '') })
  return { success: true, msg, data: { ...data, ...now } }
}

/** Returns whether the reply is for a repeated write to an entity that no longer exists. */
export const isOfGone = ({ replayed, body }: IdempotentResult<unknown>): boolean =>
  replayed && replyOfGone.safeParse(body).success

const stored = z.object({ fingerprint: z.string(), status: z.int(), body: z.unknown() })
type Stored = z.output<typeof stored>
type Owned = Pick<Keyed, 'actor' | 'key'>

/**
 * Claims keys and returns those that were free. A second writer waits here until the first transaction ends; throws
 * `key_in_progress` when that takes too long.
 */
async function claimed(sql: Sql, all: readonly Keyed[], status = 0): Promise<ReadonlySet<string>> {
  try {
    const rows = await sql.rows(nameRow, {
      name: 'idempotency-claim',
      // A common order of the rows prevents deadlocks.
      text: `insert into idempotency (actor, key, fingerprint, status, body, created_at)
             select actor, key, fingerprint, $5, 'null', at
               from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as k (actor, key, fingerprint, at)
               order by actor collate "C", key collate "C"
             on conflict do nothing returning actor, key`,
      values: [...columnsOf(all), all.map((k) => k.fingerprint), all.map((k) => k.now), status],
    })
    return new Set(rows.map(nameOf))
  } catch (error) {
    if (isLockTimeout(error)) throw inProgress()
    throw error
  }
}
const claim = async (sql: Sql, k: Keyed, status = 0): Promise<boolean> =>
  (await claimed(sql, [k], status)).size === 1
const nameRow = z.object({ actor: z.string(), key: z.string() })
const nameOf = ({ actor, key }: Owned): string => `${actor} ${key}`
const columnsOf = (all: readonly Owned[]) => [all.map((k) => k.actor), all.map((k) => k.key)]

async function storeReplies(
  sql: Sql,
  all: readonly { k: Keyed; body: unknown }[],
  thing?: Thing,
): Promise<void> {
  const bodies = all.map(({ body }) => JSON.stringify(briefly(body, thing)))
  await sql.run({
    name: 'idempotency-keep',
    text: `update idempotency i set status = 200, body = k.body::jsonb
      from unnest($1::text[], $2::text[], $3::text[]) as k (actor, key, body)
      where i.actor = k.actor and i.key = k.key`,
    values: [...columnsOf(all.map(({ k }) => k)), bodies],
  })
}
const inProgress = () => new AppError('key_in_progress', { retryAfter: 1 })

const read = (sql: Sql, { actor, key }: Owned): Promise<Stored | undefined> =>
  findRow(sql, 'idempotency', stored, { actor, key })

/** Returns the row of a key that could not be claimed; throws `key_in_progress` when its transaction has not ended. */
async function settled(sql: Sql, k: Owned): Promise<Stored> {
  const row = await read(sql, k)
  // The claim met the row, but the row is now gone or not visible, so its transaction has not ended.
  if (!row || row.status === 0) throw inProgress()
  return row
}

async function replay<T>(sql: Sql, k: Keyed): Promise<IdempotentResult<T>> {
  const row = await settled(sql, k)
  if (row.status === takenBack) throw new AppError('key_void')
  if (row.fingerprint !== k.fingerprint) throw new AppError('key_reused')
  return { status: row.status, body: (await inFull(sql, k, row.body)) as T, replayed: true }
}

/**
 * Runs `effect` once per key in the transaction of `sql`; `thing` is the entity in its reply. A repeated key gets the stored
 * reply.
 */
export async function once<T>(
  sql: Sql,
  k: Keyed,
  effect: () => Promise<T>,
  thing?: Thing,
): Promise<IdempotentResult<T>> {
  if (!(await claim(sql, k))) return replay(sql, k)
  const body = await effect()
  await storeReplies(sql, [{ k, body }], thing)
  return { status: 200, body, replayed: false }
}

/**
 * Does the same as `once` for many writes in one transaction, with or without a key. Returns undefined for a write whose key
 * is already stored, and for a write that `effect` leaves undefined; it claims no key for these.
 */
export async function onceEach<T>(
  sql: Sql,
  all: readonly (Keyed | undefined)[],
  effect: (fresh: readonly number[]) => Promise<readonly (T | undefined)[]>,
  thing?: Thing,
): Promise<(IdempotentResult<T> | undefined)[]> {
  const keyed = all.filter((k) => k !== undefined)
  const own = keyed.length === 0 ? new Set<string>() : await claimed(sql, keyed)
  const fresh = [...all.entries()].filter(([, k]) => !k || own.has(nameOf(k))).map(([n]) => n)
  const bodies = await effect(fresh)
  const done = new Map<number, T>()
  for (const [i, n] of fresh.entries()) {
    const body = bodies[i]
    if (body !== undefined) done.set(n, body)
  }
  const answered = [...done].flatMap(([n, body]) => (all[n] ? [{ k: all[n], body }] : []))
  if (answered.length > 0) await storeReplies(sql, answered, thing)
  const left = fresh.flatMap((n) => (all[n] && !done.has(n) ? [all[n]] : []))
  if (left.length > 0)
    await sql.exec`delete from idempotency i using unnest(${left.map((k) => k.actor)}::text[],
      ${left.map((k) => k.key)}::text[]) as k (actor, key) where i.actor = k.actor and i.key = k.key`
  return all.map((_, n) =>
    done.has(n) ? { status: 200, body: done.get(n) as T, replayed: false } : undefined,
  )
}

type KeyOfWrite = Omit<Keyed, 'fingerprint'>
const receiptOf = async (sql: Sql, k: KeyOfWrite, row: Stored): Promise<Receipt> =>
  row.status === takenBack ? { state: 'void' } : { state: 'applied', reply: await inFull(sql, k, row.body) }

/** Thrown to roll a transaction back. */
class Unwritten extends Error {}

/** Returns the receipt of a write. When the write is in progress, waits for it as a second request would. */
export async function receiptFor(db: Db, k: KeyOfWrite): Promise<Receipt> {
  const row = await read(db, k)
  if (row && row.status !== 0) return receiptOf(db, k, row)
  try {
    return await db.tx(async (sql) => {
      if (await claim(sql, { ...k, fingerprint: '' })) throw new Unwritten()
      return receiptOf(sql, k, await settled(sql, k))
    })
  } catch (error) {
    if (error instanceof Unwritten) return { state: 'unknown' }
    throw error
  }
}

/**
 * Voids the key of a write. When the write has taken effect, returns its reply instead. One row decides, and it belongs
 * either to the write or to its voiding.
 */
export function voidKey(db: Db, k: KeyOfWrite): Promise<Receipt> {
  return db.tx(async (sql) =>
    (await claim(sql, { ...k, fingerprint: '' }, takenBack))
      ? { state: 'void' }
      : receiptOf(sql, k, await settled(sql, k)),
  )
}

/** Returns the entities of a server; `makeMount` adds to them. */
export const thingsOf = onePer<Deps, Map<string, Thing>>(() => new Map())

/**
 * Returns the write that a request asks for, by its key; undefined without a key. `content` is what the fingerprint covers
 * beside method and path.
 */
export function keyedOf(
  request: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  actor: Actor,
  content: unknown,
  deps: Deps,
): Keyed | undefined {
  const key = readKey(request.headers[headers.idempotencyKey])
  if (key === undefined) return undefined
  const path = request.url.split('?', 1)[0] ?? ''
  const fingerprint = hash('sha256', canonical([request.method, path, content ?? null]))
  return { actor: actor.key, key, fingerprint, now: deps.now(), things: thingsOf(deps) }
}

/** Maximum rows of one statement, so that no statement reaches a time limit even after a long time without a sweep. */
const batch = 5000

/**
 * Deletes keys after their lifetime and returns their number. After that the natural keys of the effects prevent duplicates.
 */
export async function forgetOldKeys(db: Db, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  let forgotten = 0
  for (;;) {
    const gone = await db.exec`delete from idempotency where (actor, key) in (
      select actor, key from idempotency where created_at < ${before(keyLife)}
        and (status <> ${takenBack} or created_at < ${before(voidLife)}) limit ${batch})`
    forgotten += gone
    if (gone < batch) return forgotten
  }
}
