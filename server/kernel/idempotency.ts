// Promises that a write sent twice happens once: the row that says so is written in the effect's own transaction,
// so it exists exactly when the effect does. A refusal leaves nothing, so it can be tried again with the same key.
import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { isLockTimeout } from './db/failures.ts'
import type { Db, Sql } from './db/sql.ts'

/** Days a key is remembered. */
export const keyLife = 90

/** Deeper than any call of ours, and shallow enough for the stack. */
const deepest = 100

function sorted(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new AppError('validation_failed', { msg: 'The request is nested too deeply.' })
  if (Array.isArray(value)) return value.map((part) => sorted(part, depth + 1))
  const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(parts.map(([name, part]) => [name, sorted(part, depth + 1)]))
}

/** JSON with sorted keys: the same request always gives the same text. */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value))

export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(canonical([method, path, body ?? null]))
    .digest('hex')
}

/** The key of the header, quoted as the draft has it or bare. */
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
}
export interface Outcome<T> {
  status: number
  body: T
  replayed: boolean
}

const stored = z.object({ fingerprint: z.string(), status: z.int(), body: z.unknown() })

/** Claims the key. A second writer waits here until the first is done; `false` says the key is taken. */
async function claim(sql: Sql, k: Keyed): Promise<boolean> {
  try {
    const inserted = await sql.run({
      name: 'idempotency-claim',
      text: `insert into idempotency (actor, key, fingerprint, status, body, created_at)
             values ($1, $2, $3, 0, 'null', $4) on conflict do nothing`,
      values: [k.actor, k.key, k.fingerprint, k.now],
    })
    return inserted === 1
  } catch (error) {
    if (isLockTimeout(error)) throw new AppError('key_in_progress', { retryAfter: 1 })
    throw error
  }
}

async function replay<T>(sql: Sql, k: Keyed): Promise<Outcome<T>> {
  const row = await sql.row(stored, {
    name: 'idempotency-read',
    text: 'select fingerprint, status, body from idempotency where actor = $1 and key = $2',
    values: [k.actor, k.key],
  })
  // Taken a moment ago, but the row is gone or not ours to see: its transaction is not settled.
  if (!row || row.status === 0) throw new AppError('key_in_progress', { retryAfter: 1 })
  if (row.fingerprint !== k.fingerprint) throw new AppError('key_reused')
  return { status: row.status, body: row.body as T, replayed: true }
}

/** Runs `effect` once per key, inside the transaction of `sql`. */
export async function once<T>(sql: Sql, k: Keyed, effect: () => Promise<T>): Promise<Outcome<T>> {
  if (!(await claim(sql, k))) return replay(sql, k)
  const body = await effect()
  await sql.run({
    name: 'idempotency-keep',
    text: 'update idempotency set status = 200, body = $3 where actor = $1 and key = $2',
    values: [k.actor, k.key, JSON.stringify(body)],
  })
  return { status: 200, body, replayed: false }
}

/** Forgets keys after their life; natural keys of the effects guard beyond it. */
export function forgetOldKeys(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keyLife * 86_400_000)
  return db.run({ text: 'delete from idempotency where created_at < $1', values: [before] })
}
