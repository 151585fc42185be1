// What the calls, the reaper and the addresses of pictures share: the folders, the turns, and finishing an upload.
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../kernel/deps.ts'
import { DrawingDesk } from '../pictures/drawing-desk.ts'
import { examine, type Examined } from './examine.ts'
import { isThere, photoShop, type PhotoShop } from './photo-shop.ts'
import { Turns } from './turns.ts'
import { dropUpload, findUpload, finishUpload, type UploadRow } from './uploads-store.ts'

export interface UploadHouse {
  /** Where bytes are collected, one file per upload. */
  parts: string
  /** Where finished pictures lie, one file per picture whoever uploaded it. */
  masters: string
  masterOf: (imageId: string) => string
  /** Finishing, beginning and removing one picture never happen at the same time. */
  turns: Turns
  shop: PhotoShop
  /** Keeps what has arrived whole, or refuses and removes it. Called in the picture's turn. */
  finish: (row: UploadRow) => Promise<void>
}

/** Pictures examined at once, and uploads that may wait for it: one takes memory for all its pixels. */
const places = 1
const waiting = 40

/** There whole, also after a power cut, or not there. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

function openHouse(deps: Deps): UploadHouse {
  const home = join(resolve(deps.config.dataDir), 'uploads')
  const parts = join(home, 'parts')
  const masters = join(home, 'masters')
  for (const dir of [parts, masters]) mkdirSync(dir, { recursive: true })
  const masterOf = (imageId: string): string => join(masters, `${imageId}.webp`)
  const desk = new DrawingDesk(places, waiting)

  const discard = async (row: UploadRow): Promise<void> => {
    await dropUpload(deps.db, row)
    await rm(join(parts, row.file), { force: true })
  }
  const look = async (row: UploadRow): Promise<Examined> => {
    const bytes = await readFile(join(parts, row.file))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // Something was garbled on the way or on our disk; from the start it may go well.
    if (sha256 !== row.sha256) throw new AppError('gone', { msg: 'The picture did not arrive intact.' })
    return examine(bytes)
  }
  const finish = async (asked: UploadRow): Promise<void> => {
    const row = await findUpload(deps.db, asked.user_id, asked.image_id)
    if (!row) throw new AppError('gone', { msg: 'The upload was removed.' })
    if (row.state === 'done') return
    let seen: Examined
    try {
      seen = await desk.run(() => look(row))
    } catch (error) {
      // Too busy is no verdict on the picture.
      if (error instanceof AppError && error.status < 500) await discard(row)
      throw error
    }
    const path = masterOf(row.image_id)
    // The same bytes from someone else gave the same picture.
    if (!(await isThere(path))) await writeWhole(path, seen.master)
    const { width, height, blur } = seen
    await finishUpload(deps.db, row, { width, height, blur, now: deps.now() })
    await rm(join(parts, row.file), { force: true })
  }
  return { parts, masters, masterOf, turns: new Turns(), shop: photoShop(home, masterOf), finish }
}

const houses = new WeakMap<Deps, UploadHouse>()

/** The house of one server. */
export function houseOf(deps: Deps): UploadHouse {
  let house = houses.get(deps)
  if (!house) {
    house = openHouse(deps)
    houses.set(deps, house)
  }
  return house
}
