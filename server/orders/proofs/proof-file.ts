import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { cleanLine } from '#contract/parts.ts'
import { orderLimits, type proofTypes } from '#contract/plans/orders.ts'
import { sniffPicture } from '#contract/sync/uploads.ts'
import { examine } from '../../pictures/uploads/examine.ts'
import { pictureRefusal } from '../../pictures/uploads/picture-refusal.ts'

/** A proof of payment as it is kept. */
export interface ProofFile {
  name: string
  type: (typeof proofTypes)[number]
  content: Buffer
  /** Of the bytes as they were sent: the same file again is the same proof. */
  hash: string
}

const words = {
  missing: 'Please choose your proof of payment.',
  size: `A proof may have ${orderLimits.proof / 1_000_000} MB at most.`,
  type: 'Please send a picture (JPEG, PNG, WebP) or a PDF.',
  damaged: 'This PDF is damaged. Please choose another file.',
} as const
/** Bytes at the end of a PDF within which it says that it is whole. */
const pdfEnd = 1024

/** What a file is called, without folders of a person's machine; cut first, so that no half of a sign stays. */
const nameOf = (given: string) =>
  cleanLine((given.split(/[/\\]/).at(-1) ?? '').slice(0, 100)).trim() || 'proof'

/** Picture or PDF, by its content: a picture keeps nothing but its pixels, a PDF is never opened here. */
export async function proofFileOf(given: string, bytes: Buffer): Promise<ProofFile> {
  if (bytes.length === 0) throw pictureRefusal('proof', words.missing)
  if (bytes.length > orderLimits.proof) throw pictureRefusal('proof', words.size)
  const name = nameOf(given)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    if (!bytes.subarray(-pdfEnd).includes('%%EOF')) throw pictureRefusal('proof', words.damaged)
    return { name, hash, type: 'application/pdf', content: bytes }
  }
  if (sniffPicture(bytes) === undefined) throw pictureRefusal('proof', words.type)
  try {
    const { master } = await examine(bytes)
    return { name, hash, type: 'image/webp', content: master }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    throw pictureRefusal('proof', error.code === 'unsupported_media_type' ? words.type : error.message)
  }
}

export const noProof = () => pictureRefusal('proof', words.missing)
