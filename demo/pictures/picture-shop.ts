// One place that has every drawn picture: from memory, from disk, or drawn now, once however many ask at a time.
import { join } from 'node:path'
import type { WantedPicture } from '../../server/kernel/deps.ts'
import { DrawingDesk } from '../../server/pictures/drawing-desk.ts'
import { encodeVariant } from '../../server/pictures/encode.ts'
import { pictureCache } from '../../server/pictures/picture-cache.ts'
import { shopLimits } from '../../server/pictures/picture-files.ts'
import { drawRecipe } from './draw/recipe.ts'
import { recipeOf, type Recipe } from './vocabulary.ts'

/** Grows with every change of how something is drawn, so that old files are never served for new ones. */
export const drawingRevision = 1

export interface PictureShop {
  /** The file, or undefined when there is no such picture. */
  get(wanted: WantedPicture, urgent?: boolean): Promise<Buffer | undefined>
  /** Bytes kept on disk. */
  size(): Promise<number>
  /** Nobody waits for a drawing. */
  readonly idle: boolean
}

export type Draw = (recipe: Recipe, wanted: WantedPicture) => Promise<Buffer>

const drawFresh: Draw = (recipe, { width, format }) =>
  encodeVariant(Buffer.from(drawRecipe(recipe, width)), width, format)

export function pictureShop(
  dir: string,
  limits: { [K in keyof typeof shopLimits]: number } = shopLimits,
  draw: Draw = drawFresh,
): PictureShop {
  const cache = pictureCache(dir, limits.diskBytes, limits.memoryBytes)
  const desk = new DrawingDesk(limits.places, limits.waiting)
  const underway = new Map<string, Promise<Buffer>>()

  const make = async (name: string, recipe: Recipe, wanted: WantedPicture, urgent: boolean) => {
    const kept = await cache.get(name)
    if (kept) return kept
    const bytes = await desk.run(() => draw(recipe, wanted), urgent)
    await cache.set(name, bytes)
    return bytes
  }

  return {
    async get(wanted, urgent = true) {
      const recipe = recipeOf(wanted.key)
      if (!recipe) return undefined
      const name = `${wanted.key}.${wanted.width}.${wanted.format}`
      const shared = underway.get(name)
      if (shared) return shared
      const made = make(name, recipe, wanted, urgent).finally(() => underway.delete(name))
      underway.set(name, made)
      return made
    },
    size: () => cache.size(),
    get idle() {
      return desk.idle
    },
  }
}

/** The shop of one server: whoever draws shares it, so that its bounds hold for all together. */
export const openShop = ({ dataDir }: { dataDir: string }): PictureShop =>
  pictureShop(join(dataDir, 'pictures', `drawn-${drawingRevision}`))
