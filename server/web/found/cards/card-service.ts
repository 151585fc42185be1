// Serves cards of shared links: from memory, from disk, or drawn now, once for all requests of a moment.
import { join } from 'node:path'
import { uploadedIn } from '#contract/values/pictures.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { pictureCache } from '../../../pictures/picture-cache.ts'
import { uploadServiceOf } from '../../../pictures/uploads/upload-service.ts'
import { type CardWords, cardVersionOf } from './card-words.ts'
import { drawCard } from './draw-card.ts'

export const cardLimits = {
  diskBytes: 128 * 1024 * 1024,
  memoryBytes: 4 * 1024 * 1024,
  /** Drawings at once, and requests that may wait for one. */
  places: 1,
  waiting: 60,
} as const

export interface CardService {
  get(words: CardWords): Promise<Buffer>
}

/** The picture of a card as it is served, if this server has it. */
export type PictureOf = (url: string) => Promise<Buffer | undefined>

export function cardPictureOf(deps: Deps): PictureOf {
  const size = { width: 960, format: 'webp' } as const
  return (url) => {
    const uploaded = uploadedIn(url)
    if (uploaded !== undefined) return uploadServiceOf(deps).pictures.get({ key: uploaded, ...size })
    const key = /^\/media\/([^/]+)\//.exec(url)?.[1]
    return Promise.resolve(key === undefined ? undefined : deps.drawn?.get({ key, ...size }))
  }
}

export function createCardService(
  dir: string,
  pictureAt: PictureOf,
  limits: { [K in keyof typeof cardLimits]: number } = cardLimits,
  draw = drawCard,
): CardService {
  const cache = pictureCache(dir, limits.diskBytes, limits.memoryBytes)
  const drawings = new Semaphore(limits.places, limits.waiting)
  const underway = new Map<string, Promise<Buffer>>()

  const make = async (name: string, words: CardWords): Promise<Buffer> => {
    const cached = await cache.get(name)
    if (cached) return cached
    const bytes = await drawings.run(async () => draw(words, await pictureAt(words.picture)))
    await cache.set(name, bytes)
    return bytes
  }
  return {
    get(words) {
      const name = `${cardVersionOf(words)}.jpg`
      const shared = underway.get(name)
      if (shared) return shared
      const made = make(name, words).finally(() => underway.delete(name))
      underway.set(name, made)
      return made
    },
  }
}

export const openCardService = (deps: Deps): CardService =>
  createCardService(join(deps.config.dataDir, 'pictures', 'cards'), cardPictureOf(deps))
