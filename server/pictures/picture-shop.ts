// One place that has every drawn picture: from memory, from disk, or drawn now, once however many ask at a time.
import { join } from 'node:path'
import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import type { Deps } from '../kernel/deps.ts'
import { drawRecipe } from './draw/recipe.ts'
import { DrawingDesk } from './drawing-desk.ts'
import { encodeVariant, type PictureFormat, type PictureWidth } from './encode.ts'
import { pictureCache } from './picture-cache.ts'
import { recipeOf, type Recipe } from './vocabulary.ts'

/** Grows with every change of how something is drawn, so that old files are never served for new ones. */
export const drawingRevision = 1

export const shopLimits = {
  diskBytes: 512 * 1024 * 1024,
  memoryBytes: 16 * 1024 * 1024,
  /** Drawings at once, and requests that may wait for one. */
  places: 2,
  waiting: 300,
} as const

/** One file of one picture. */
export interface Wanted {
  key: string
  width: PictureWidth
  format: PictureFormat
}

export interface PictureShop {
  /** The file, or undefined when there is no such picture. */
  get(wanted: Wanted, urgent?: boolean): Promise<Buffer | undefined>
  /** Bytes kept on disk. */
  size(): Promise<number>
  /** Nobody waits for a drawing. */
  readonly idle: boolean
}

export type Draw = (recipe: Recipe, wanted: Wanted) => Promise<Buffer>

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

  const make = async (name: string, recipe: Recipe, wanted: Wanted, urgent: boolean) => {
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

const shops = new WeakMap<Deps, PictureShop>()

/** The shop of one server: routes and warm-up share it, so that its bounds hold for both together. */
export function shopOf(deps: Deps): PictureShop {
  let shop = shops.get(deps)
  if (!shop) {
    shop = pictureShop(join(deps.config.dataDir, 'pictures', `drawn-${drawingRevision}`))
    shops.set(deps, shop)
  }
  return shop
}

const files: ReadonlyMap<string, Pick<Wanted, 'width' | 'format'>> = new Map(
  pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => [`${width}.${format}`, { width, format }] as const),
  ),
)

/** What a file name of an address means, e.g. `640.avif`. */
export const fileOf = (name: string) => files.get(name)
