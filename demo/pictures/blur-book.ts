import type { Picture } from '#contract/cars.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import { drawRecipe } from './draw/recipe.ts'
import { blurOf } from '../../server/pictures/encode.ts'
import { keyOf, type Recipe } from './vocabulary.ts'
import type { CarView } from '../car/looks.ts'

/** At 16 × 12 neither rims nor figures can be told apart, so pictures that differ only there share one blur. */
function lookalike(recipe: Recipe): Recipe {
  if (recipe.view === 'dash') return { ...recipe, km: 88_888 }
  return 'rim' in recipe ? { ...recipe, rim: 'five' } : recipe
}

/** Blurs, each drawn once. */
export class BlurBook {
  #pages = new Map<string, Promise<string>>()

  #blurOf(recipe: Recipe): Promise<string> {
    const like = lookalike(recipe)
    const key = keyOf(like)
    let page = this.#pages.get(key)
    if (!page) {
      page = blurOf(Buffer.from(drawRecipe(like, 64)))
      this.#pages.set(key, page)
    }
    return page
  }

  /** The views of a car as its ad holds them. */
  pictures(name: string, views: readonly CarView[]): Promise<Picture[]> {
    return Promise.all(
      views.map(async ({ recipe, shows }) => ({
        url: pictureUrl(`/media/${keyOf(recipe)}/1280.webp`, 1280, 'webp'),
        blur: await this.#blurOf(recipe),
        alt: `${name}, ${shows}`,
      })),
    )
  }
}
