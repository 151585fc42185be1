// What a file is, by its bytes; a workbook becomes a table of text, in a thread that may neither take long nor grow.
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { importLimits } from '#contract/selling/import.ts'
import { startThread, threadFile } from '../../kernel/place.ts'
import { headRows } from '../table/header.ts'
import { packedBytes, UnreadableTable } from '../table/table-text.ts'
import type { WorkbookLimits, WorkbookPlace } from './read-workbook.ts'
import type { WorkbookAnswer } from './workbook-worker.ts'
import { isProtected, otherKind, otherZip, tooLarge } from './zip-parts.ts'

/** XML says the same in several times as many bytes as a table of text. */
const xmlTimes = 3

export interface Unfolding {
  signal: AbortSignal
  /** Characters of the table that it may become, and its rows. */
  most?: number
  rows?: number
  /** Seconds that it may take, and megabytes of the thread's memory. */
  seconds?: number
  megabytes?: number
}
/** A workbook that its thread could not read, and will not whatever is said about the table. */
export class UnreadableWorkbook extends UnreadableTable {}

/** Those above the cars are rows, too; at one car too many the reader of the table learns that there are more. */
const rows = importLimits.rows + 2 * headRows
const usual = { most: importLimits.unfolded, rows, seconds: 60, megabytes: 256 }

/** The beginning of the workbooks of before 2007, and of those with a password. */
const oldBeginning = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipBeginning = Buffer.from('PK\x03\x04', 'latin1')
/** A workbook with a password is a file of this name inside of another. */
const sealed = Buffer.from('EncryptedPackage', 'utf16le')

/** Whether a file is a workbook that can be read. Throws when it is one that cannot, however it is tried. */
export async function isWorkbook(path: string): Promise<boolean> {
  let last: Buffer | undefined
  for await (const chunk of packedBytes(path)) {
    if (!last && chunk.subarray(0, 4).equals(zipBeginning)) {
      const other = otherZip(chunk)
      if (other !== undefined) throw new UnreadableTable(other)
      return true
    }
    if (!last && !chunk.subarray(0, 8).equals(oldBeginning)) return false
    const bytes = last ? Buffer.concat([last, chunk]) : chunk
    if (bytes.includes(sealed)) throw new UnreadableTable(isProtected)
    last = bytes.subarray(-sealed.length)
  }
  if (last) throw new UnreadableTable(otherKind)
  return false
}

function inThread(place: WorkbookPlace, o: Required<Unfolding>): Promise<WorkbookAnswer> {
  const file = threadFile(import.meta.url, 'workbook-worker')
  const thread = startThread(file, {
    workerData: place,
    resourceLimits: { maxOldGenerationSizeMb: o.megabytes, maxYoungGenerationSizeMb: 32 },
  })
  const end = AbortSignal.any([o.signal, AbortSignal.timeout(Math.ceil(o.seconds * 1000))])
  const stop = () => void thread.terminate()
  end.addEventListener('abort', stop)
  return new Promise<WorkbookAnswer>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isFull) resolve({ refused: tooLarge })
      else reject(error)
    })
    thread.once('exit', () => {
      resolve({
        refused: 'This workbook takes too long to read. Save its sheet as CSV and choose that file.',
      })
    })
  }).finally(() => end.removeEventListener('abort', stop))
}

/**
 * Puts the table of a workbook at `to`, which may be where the workbook is: whole or not at all, and the same however often
 * it is done. False when the file is no workbook or the signal came first; then nothing has changed.
 */
export async function unfoldWorkbook(from: string, to: string, o: Unfolding): Promise<boolean> {
  if (!(await isWorkbook(from)) || o.signal.aborted) return false
  const limits = { ...usual, ...o }
  const unfolded: WorkbookLimits = { unfolded: xmlTimes * limits.most, text: limits.most, rows: limits.rows }
  // Two processes may do it at the same time.
  const part = `${to}.${randomUUID()}.part`
  try {
    const { refused } = await inThread({ from, to: part, ...unfolded }, limits)
    if (o.signal.aborted) return false
    if (refused !== undefined) throw new UnreadableWorkbook(refused)
    await rename(part, to)
    return true
  } finally {
    await rm(part, { force: true })
  }
}
