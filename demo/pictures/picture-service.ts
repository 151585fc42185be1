// Serves drawn pictures: from memory, from disk, or newly drawn, once for all concurrent requests.
import { join } from 'node:path'
import type { WantedPicture } from '../../server/kernel/deps.ts'
import { Semaphore } from '../../server/kernel/semaphore.ts'
import { encodeVariant, pictureServiceLimits } from '../../server/pictures/picture-files.ts'
import { pictureCache } from '../../server/pictures/picture-cache.ts'
import { drawDashboard } from './draw/dashboard.ts'
import { drawFace } from './draw/front.ts'
import { drawSide, drawWheel } from './draw/side.ts'
import { recipeOf, type Recipe } from './vocabulary.ts'

/** Revision of the drawings; it must grow with every change of a drawing, so that files of older drawings are not served. */
export const drawingRevision = 1

/** Returns the recipe as an SVG document, 4:3, `width` pixels wide. */
export function drawRecipe(recipe: Recipe, width: number): string {
  if (recipe.view === 'dash') return drawDashboard(recipe, width)
  if (!('rim' in recipe)) return drawFace(recipe, recipe.view === 'rear', width)
  return recipe.view === 'wheel' ? drawWheel(recipe, width) : drawSide(recipe, recipe.view === 'flip', width)
}

export interface PictureService {
  /** Returns the file, or undefined for an unknown picture. */
  get(wanted: WantedPicture): Promise<Buffer | undefined>
  /** Returns the number of bytes on disk. */
  size(): Promise<number>
}

export type DrawPicture = (recipe: Recipe, wanted: WantedPicture) => Promise<Buffer>

const drawFresh: DrawPicture = (recipe, { width, format }) =>
  encodeVariant(Buffer.from(drawRecipe(recipe, width)), width, format)

export function createPictureService(
  dir: string,
  limits: { [K in keyof typeof pictureServiceLimits]: number } = pictureServiceLimits,
  draw: DrawPicture = drawFresh,
): PictureService {
  const cache = pictureCache<Buffer>(dir, limits)
  const drawings = new Semaphore(limits.places, limits.waiting)
  return {
    async get(wanted) {
      const recipe = recipeOf(wanted.key)
      if (!recipe) return undefined
      const name = `${wanted.key}.${wanted.width}.${wanted.format}`
      return cache.get(name, () => drawings.run(() => draw(recipe, wanted)))
    },
    size: () => cache.size(),
  }
}

/** Opens the picture service of a server. All drawing code shares it, so that its limits apply to all requests together. */
export const openPictureService = ({ dataDir }: { dataDir: string }): PictureService =>
  createPictureService(join(dataDir, 'pictures', `drawn-${drawingRevision}`))
