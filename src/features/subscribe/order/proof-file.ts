import { orderLimits, proofTypes } from '#contract/plans/orders.ts'
import { sniffPicture } from '#contract/sync/uploads.ts'

/** A proof of payment as it is picked. */

const pdf = [0x25, 0x50, 0x44, 0x46, 0x2d]
/** Bytes in which every file that is taken says what it is. */
const head = 32

export const proofAccept = proofTypes.join(',')

/** What is wrong with a picked file, by what is in it; undefined when it may be sent. */
export async function proofProblem(file: Blob | undefined): Promise<string | undefined> {
  if (!file) return 'Please choose a picture or a PDF.'
  if (file.size === 0) return 'This file is empty. Please choose another one.'
  if (file.size > orderLimits.proof) return 'This file is larger than 5 MB. Please choose a smaller one.'
  const bytes = new Uint8Array(await file.slice(0, head).arrayBuffer())
  const isPdf = pdf.every((byte, i) => bytes[i] === byte)
  return isPdf || sniffPicture(bytes) !== undefined
    ? undefined
    : 'Please choose a picture (JPEG, PNG or WebP) or a PDF.'
}
