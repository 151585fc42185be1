// Detects workbooks by their bytes, and converts one to a text table in a thread with limited time and memory.
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { importLimits } from '#contract/selling/import.ts'
import { startThread, threadFile } from '../../kernel/place.ts'
import { headRows } from '../table/header.ts'
import { packedBytes, UnreadableTable } from '../table/table-text.ts'
import type { WorkbookLimits, WorkbookPlace } from './read-workbook.ts'
import type { WorkbookAnswer } from './workbook-worker.ts'
import { isProtected, otherKind, otherZip, tooLarge } from './zip-parts.ts'

/** Ratio of XML bytes to the characters of a text table with the same content. */
const xmlTimes = 3

export interface Unfolding {
  signal: AbortSignal
  /** Maximum characters and rows of the resulting table. */
  most?: number
  rows?: number
  /** Maximum seconds, and maximum megabytes of the thread's memory. */
  seconds?: number
  megabytes?: number
}
/** Thrown for a workbook that the thread cannot read, whatever the options for the table. */
export class UnreadableWorkbook extends UnreadableTable {}

/** Rows above the cars count, too. One car above the limit shows the table's reader that there are too many. */
const rows = importLimits.rows + 2 * headRows
const usual = { most: importLimits.unfolded, rows, seconds: 60, megabytes: 256 }

/** First bytes of workbooks from before 2007, and of those with a password. */
const oldBeginning = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipBeginning = Buffer.from('PK\x03\x04', 'latin1')
/** Name of the encrypted file inside a workbook with a password. */
const sealed = Buffer.from('EncryptedPackage', 'utf16le')

/** Returns whether a file is a readable workbook. Throws for a workbook that can never be read. */
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
 * Converts a workbook to a table at `to`, which may be the path of the workbook. The result is complete or absent, and a
 * repetition gives the same. Returns false without changes when the file is no workbook or `signal` is aborted first.
 */
export async function unfoldWorkbook(from: string, to: string, o: Unfolding): Promise<boolean> {
  if (!(await isWorkbook(from)) || o.signal.aborted) return false
  const limits = { ...usual, ...o }
  const unfolded: WorkbookLimits = { unfolded: xmlTimes * limits.most, text: limits.most, rows: limits.rows }
  // The part has a unique name, because two processes may convert the same workbook at once.
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
