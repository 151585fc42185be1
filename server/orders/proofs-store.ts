import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { proofTypes } from '#contract/plans/orders.ts'
import { countOf, insertRow, changeRow, findRow } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'

/** Proof of payment as it is stored. */
export interface ProofFile {
  name: string
  type: (typeof proofTypes)[number]
  content: Buffer
  /** SHA-256 of the bytes as sent: the same file sent again is the same proof. */
  hash: string
}

const fileRow = z.object({ name: z.string(), type: z.enum(proofTypes), content: z.instanceof(Uint8Array) })
export type StoredProof = z.output<typeof fileRow>

/** Returns a proof with its bytes; only the operator may see it. */
export const proofFile = (sql: Sql, id: string): Promise<StoredProof | undefined> =>
  sql.first(fileRow)`select file_name as name, file_type as type, content from proofs where id = ${id}`

const endings = new Map<string, string>([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['application/pdf', 'pdf'],
])

/** Sends a proof as a download: the browser must never show a stranger's file as a page of this site. */
export function sendProofFile(reply: FastifyReply, { name, type, content }: StoredProof): FastifyReply {
  const title = `${name.replace(/\.[^.]*$/, '') || 'proof'}.${endings.get(type) ?? 'bin'}`
  const plain = title.replace(/[^\w .-]/g, '_')
  const whole = encodeURIComponent(title).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store')
    .type(type)
    .send(Buffer.from(content))
}

const found = z.object({ id: z.string(), state: z.string() })

/** Returns the proof of an order with this content. */
export const sameProof = (sql: Sql, order: string, hash: string) =>
  findRow(sql, 'proofs', found, { order_id: order, hash })

/** Counts a person's undecided proofs, including those of cancelled orders. */
export async function waitingProofs(sql: Sql, user: string): Promise<number> {
  return countOf(sql)`select count(*)::int as n from proofs f join orders o on o.id = f.order_id
    where o.user_id = ${user} and f.state = 'waiting'`
}

export async function addProof(
  sql: Sql,
  p: ProofFile & { id: string; order: string; dealershipId: string; now: Date },
): Promise<void> {
  const { id, hash, content } = p
  const file = { hash, file_name: p.name, file_type: p.type, content }
  const of = { order_id: p.order, dealership_id: p.dealershipId, created_at: p.now }
  await insertRow(sql, 'proofs', { id, ...file, ...of })
}

/**
 * Makes a proof wait for the operator; a refused proof starts to wait now. A dealership id that was sent along replaces the
 * stored one.
 */
export async function renewProof(
  sql: Sql,
  { id, dealershipId, now }: { id: string; dealershipId: string; now: Date },
): Promise<void> {
  await sql.exec`update proofs set state = 'waiting', note = '', decided_at = null,
      created_at = case when state = 'waiting' then created_at else ${now} end,
      dealership_id = case when ${dealershipId} = '' then dealership_id else ${dealershipId} end
    where id = ${id}`
}

/** Sets a refused order back to pending; returns whether the order was refused. */
export const reopenOrder = (sql: Sql, id: string): Promise<boolean> =>
  changeRow(sql, 'orders', { id, state: 'refused' }, { state: 'pending', note: '', closed_at: null })
