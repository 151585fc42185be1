import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../../kernel/config.ts'
import { readStorageUrl } from '../../../kernel/storage-address.ts'
import { folderStore } from './folder-store.ts'
import type { PictureStore } from './picture-store.ts'
import { s3Store } from './s3-store.ts'

type Where = Pick<Config, 'dataDir' | 'storageUrl'>

/** The store of STORAGE_URL, or the folder in DATA_DIR. */
export function openStore(
  config: Where,
  onFailure: (error: unknown) => void = () => undefined,
): PictureStore {
  const address = config.storageUrl === undefined ? undefined : readStorageUrl(config.storageUrl)
  return address ? s3Store(address, { onFailure }) : folderStore(homeOf(config))
}

const homeOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(resolve(dataDir), 'uploads')

/** Where everything about uploads is. */
export interface UploadPaths {
  /** Of this process alone: what is under way, and what may be lost. */
  home: string
  /** Where bytes are collected, one file per upload. */
  parts: string
  /** Where finished pictures lie, one file per picture. */
  store: PictureStore
}

export function openPlaces(config: Where, onFailure: (error: unknown) => void): UploadPaths {
  const home = homeOf(config)
  const parts = join(home, 'parts')
  mkdirSync(parts, { recursive: true })
  return { home, parts, store: openStore(config, onFailure) }
}
