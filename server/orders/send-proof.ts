import { AppError } from '#contract/errors.ts'
import { orderLimits, orderRoutes } from '#contract/plans/orders.ts'
import { fieldError, type Mount, noSuchPicture, ok, type SentBody, type Thing } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { fewAtOnce } from '../kernel/http/form-parts.ts'
import { heldOrder, orderFrom, type OrderRow, sameOrder } from './orders-store.ts'
import {
  addProof,
  type ProofFile,
  renewProof,
  reopenOrder,
  sameProof,
  waitingProofs,
} from './proofs-store.ts'
import { createHash } from 'node:crypto'
import { cleanLine } from '#contract/parts.ts'
import { sniffPicture } from '#contract/sync/uploads.ts'
import { examine } from '../pictures/uploads/examine.ts'

const words = {
  missing: 'Please choose your proof of payment.',
  size: `A proof may have ${orderLimits.proof / 1_000_000} MB at most.`,
  type: 'Please send a picture (JPEG, PNG, WebP) or a PDF.',
  damaged: 'This PDF is damaged. Please choose another file.',
} as const
/** Bytes at the end of a PDF that must contain `%%EOF`; otherwise the file is incomplete. */
const pdfEnd = 1024

/**
 * Returns the name of a file without folders. The name is cut before it is cleaned, so that no half of a surrogate pair
 * stays.
 */
const nameOf = (given: string) =>
  cleanLine((given.split(/[/\\]/).at(-1) ?? '').slice(0, 100)).trim() || 'proof'

/** Detects by the content whether a file is a picture or a PDF. Stores only the pixels of a picture; does not parse a PDF. */
async function proofFileOf(given: string, bytes: Buffer): Promise<ProofFile> {
  if (bytes.length === 0) throw fieldError('proof', words.missing)
  if (bytes.length > orderLimits.proof) throw fieldError('proof', words.size)
  const name = nameOf(given)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    if (!bytes.subarray(-pdfEnd).includes('%%EOF')) throw fieldError('proof', words.damaged)
    return { name, hash, type: 'application/pdf', content: bytes }
  }
  if (sniffPicture(bytes) === undefined) throw fieldError('proof', words.type)
  try {
    const { master } = await examine(bytes)
    return { name, hash, type: 'image/webp', content: master }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    throw fieldError('proof', error.code === 'unsupported_media_type' ? words.type : error.message)
  }
}

const noProof = () => fieldError('proof', words.missing)

/** Bytes of a form. The margin lets a slightly too large file be refused at its field. */
const formBytes = orderLimits.proof + 1_000_000
/** Forms that are read at once, each of another person: each holds a picture in memory. */
const mostAtOnce = 4
const mostText = 1000

/**
 * Creates a reader of forms with a proof, which reads few at once. The body names the file by its hash; `files` holds its
 * bytes.
 */
const proofReader = (files: WeakMap<SentBody, ProofFile>) =>
  fewAtOnce<{ user: string }, SentBody>(mostAtOnce, async (parts) => {
    let file: ProofFile | undefined
    let dealership_id: string | undefined
    for await (const { name, filename, bytes } of parts) {
      if (filename === undefined) {
        if (bytes.length > mostText) throw new AppError('payload_too_large')
        if (name === 'dealership_id') dealership_id = bytes.toString('utf8')
      } else {
        if (name !== 'proof' || file) throw noSuchPicture(name)
        file = await proofFileOf(filename, bytes)
      }
    }
    if (!file) throw noProof()
    const sent = { proof: file.hash, ...(dealership_id !== undefined && { dealership_id }) }
    files.set(sent, file)
    return sent
  })

export const noOrder = () => new AppError('not_found', { msg: 'This order could not be found.' })

/**
 * Mounts the call that takes proofs of a deposit. A proof waits for the operator, and a new proof reopens a refused order
 * (R-EXT-15).
 */
export function mountSendProof(mount: Mount, deps: Deps, thing: Thing): void {
  const files = new WeakMap<SentBody, ProofFile>()
  mount<typeof orderRoutes.sendProof, ProofFile | undefined>(
    orderRoutes.sendProof,
    async ({ params, body, user, sql }, file) => {
      if (!file) throw noProof()
      const order = await heldOrder(sql, { id: params.id })
      if (order?.user_id !== user.id) throw noOrder()
      await keepProof(sql, deps, { order, file, dealershipId: body.dealership_id ?? '' })
      const updated = await heldOrder(sql, { id: params.id })
      if (!updated) throw new Error('An order is not there in the transaction that keeps its proof.')
      return { ...ok, msg: 'We have your proof and will look at it soon.', data: orderFrom(updated) }
    },
    {
      thing,
      prepare: (sent) => Promise.resolve(files.get(sent)),
      form: { bytes: formBytes, read: proofReader(files) },
    },
  )
}

async function keepProof(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  { order, file, dealershipId }: { order: OrderRow; file: ProofFile; dealershipId: string },
): Promise<void> {
  const same = await sameProof(sql, order._id, file.hash)
  const isOpen = order.state === 'pending' || order.state === 'refused'
  if (order.method !== 'deposit' || (!isOpen && !same)) throw new AppError('decided_meanwhile')
  if (!isOpen) return
  if (order.state === 'refused') await reopen(sql, order)
  // The same file sent again leaves a waiting proof as it is and makes a refused proof wait again.
  if (same) return renewProof(sql, { id: same.id, dealershipId, now: deps.now() })
  if (order.proofs.length >= orderLimits.proofs)
    throw fieldError('proof', `An order may have ${orderLimits.proofs} proofs. Please write to us.`)
  if (order.user_id !== null && (await waitingProofs(sql, order.user_id)) >= orderLimits.proofsWaiting)
    throw fieldError('proof', 'Many of your proofs wait already. Please let us look at them first.')
  await addProof(sql, { ...file, id: deps.newId(), order: order._id, dealershipId, now: deps.now() })
}

/**
 * Reopens a refused order. Throws `decided_meanwhile` if the same choice was ordered again: with two pending orders it is
 * unclear which one was paid.
 */
async function reopen(sql: Sql, order: OrderRow): Promise<void> {
  const { user_id: user, plan_id: plan, months, price, method } = order
  const again = user === null ? undefined : await sameOrder(sql, { user, plan, months, price, method })
  if (again)
    throw new AppError('decided_meanwhile', {
      msg: `You have ordered this again. Please send the proof with the order ${again.reference}.`,
    })
  await reopenOrder(sql, order._id)
}
