// The upload service: the calls, the reaper and the picture routes share its stores, its locks and how an upload ends.
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'
import { type Deps, onePer } from '../../kernel/deps.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { examine, type Examined } from './examine.ts'
import { masterName, createPhotoService, type PhotoService } from './photo-service.ts'
import { KeyedMutex } from './keyed-mutex.ts'
import {
  uploadsBegunBy,
  dropUpload,
  findUpload,
  finishUpload,
  openUpload,
  type UploadRow,
} from './uploads-store.ts'
import { mkdirSync } from 'node:fs'
import type { Config } from '../../kernel/config.ts'
import { readStorageUrl } from '../../kernel/storage-address.ts'
import { folderStore, type PictureStore } from './picture-store.ts'
import { s3Store } from './s3-store.ts'

const homeOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(resolve(dataDir), 'uploads')

/** The store of STORAGE_URL, or the folder in DATA_DIR. */
export function openStore(
  config: Pick<Config, 'dataDir' | 'storageUrl'>,
  onFailure: (error: unknown) => void = () => undefined,
): PictureStore {
  const address = config.storageUrl === undefined ? undefined : readStorageUrl(config.storageUrl)
  return address ? s3Store(address, { onFailure }) : folderStore(homeOf(config))
}

export interface UploadService {
  /** Where bytes are collected, one file per upload: of this process alone. */
  parts: string
  /** Where finished pictures lie, one file per picture. */
  store: PictureStore
  /** Beginning, finishing and removing one picture exclude each other. */
  locks: KeyedMutex
  pictures: PhotoService
  /** Notes an upload that begins, if this person may begin one more. The caller holds the lock of the picture. */
  begin: (user: string, asked: { sha256: string; size: number }) => Promise<UploadRow>
  /** Stores an upload that arrived whole, or refuses and removes it. The caller holds the lock of the picture. */
  finish: (row: UploadRow) => Promise<void>
}

/** Uploads one person may begin in a day. */
const mostADay = 3000
/** Bytes that one person's unfinished uploads may come to: some fifty pictures of the largest kind. */
const mostOpenBytes = 50 * uploadLimits.bytes
const day = 86_400_000
/** Pictures examined at once, and uploads that may wait for it: one takes memory for all its pixels. */
const atOnce = 1
const waiting = 40

function openUploadService(deps: Deps): UploadService {
  const { config, log } = deps
  const home = homeOf(config)
  const parts = join(home, 'parts')
  mkdirSync(parts, { recursive: true })
  const store = openStore(config, (error) => {
    if (typeof log === 'object') log.error(error, 'the picture store failed')
  })
  const locks = new KeyedMutex()
  const pictures = createPhotoService(home, store, () => deps.now().getTime())
  const examinations = new Semaphore(atOnce, waiting)

  // One after another for each person: many that begin at once see each other's count.
  const begin: UploadService['begin'] = (user, asked) =>
    locks.run(`of ${user}`, async () => {
      const now = deps.now()
      const begun = await uploadsBegunBy(deps.db, user, new Date(now.getTime() - day))
      if (begun.count >= mostADay || begun.openBytes + asked.size > mostOpenBytes) {
        throw new AppError('rate_limited', { retryAfter: 3600 })
      }
      const row = await openUpload(deps.db, { ...asked, user, now })
      // The token outlived its person.
      if (!row) throw new AppError('unauthenticated')
      return row
    })
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
    let examined: Examined
    try {
      examined = await examinations.run(() => look(row))
    } catch (error) {
      // Too busy is no verdict on the picture.
      if (error instanceof AppError && error.status < 500) await discard(row)
      throw error
    }
    const name = masterName(row.image_id)
    // The same bytes from someone else gave the same picture.
    if (!(await store.has(name))) await store.put(name, examined.master)
    const { width, height, blur } = examined
    await finishUpload(deps.db, row, { width, height, blur, now: deps.now() })
    await rm(join(parts, row.file), { force: true })
  }
  return { parts, store, locks, pictures, begin, finish }
}

/** The upload service of one server. */
export const uploadServiceOf = onePer(openUploadService)
