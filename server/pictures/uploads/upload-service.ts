// The upload service: stores, locks and the end of an upload, shared by the calls, the reaper and the picture routes.
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

/** Opens the store of STORAGE_URL, or the folder in DATA_DIR. */
export function openStore(
  config: Pick<Config, 'dataDir' | 'storageUrl'>,
  onFailure: (error: unknown) => void = () => undefined,
): PictureStore {
  const address = config.storageUrl === undefined ? undefined : readStorageUrl(config.storageUrl)
  return address ? s3Store(address, { onFailure }) : folderStore(homeOf(config))
}

export interface UploadService {
  /** Folder for received bytes, one file per upload; used by this process only. */
  parts: string
  /** Store of finished pictures, one file per picture. */
  store: PictureStore
  /** Lock per picture for beginning, finishing and removing it. */
  locks: KeyedMutex
  pictures: PhotoService
  /** Records a new upload, if this person may begin one more. The caller holds the lock of the picture. */
  begin: (user: string, asked: { sha256: string; size: number }) => Promise<UploadRow>
  /** Stores a completely received upload, or refuses and removes it. The caller holds the lock of the picture. */
  finish: (row: UploadRow) => Promise<void>
}

/** Maximum number of uploads that one person may begin in a day. */
const mostADay = 3000
/** Maximum bytes of one person's unfinished uploads: about fifty pictures of the largest kind. */
const mostOpenBytes = 50 * uploadLimits.bytes
const day = 86_400_000
/** Maximum number of pictures examined at once, and of uploads that wait: each takes memory for all its pixels. */
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

  // Serial for each person, so that every concurrent upload counts the others.
  const begin: UploadService['begin'] = (user, asked) =>
    locks.run(`of ${user}`, async () => {
      const now = deps.now()
      const begun = await uploadsBegunBy(deps.db, user, new Date(now.getTime() - day))
      if (begun.count >= mostADay || begun.openBytes + asked.size > mostOpenBytes) {
        throw new AppError('rate_limited', { retryAfter: 3600 })
      }
      const row = await openUpload(deps.db, { ...asked, user, now })
      // A token outlives its account.
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
    // The bytes were damaged in transit or on the disk, so a new upload may succeed.
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
      // An overloaded server is no verdict on the picture, so the upload stays.
      if (error instanceof AppError && error.status < 500) await discard(row)
      throw error
    }
    const name = masterName(row.image_id)
    // Another person may have uploaded the same bytes, which give the same picture.
    if (!(await store.has(name))) await store.put(name, examined.master)
    const { width, height, blur } = examined
    await finishUpload(deps.db, row, { width, height, blur, now: deps.now() })
    await rm(join(parts, row.file), { force: true })
  }
  return { parts, store, locks, pictures, begin, finish }
}

/** Returns the upload service of one server. */
export const uploadServiceOf = onePer(openUploadService)
