import { recipeOf } from '../pictures/vocabulary.ts'
import type { CarView } from '../car/looks.ts'
import type { DemoArticle } from './article.ts'
import { buying } from './buying.ts'
import { keeping } from './keeping.ts'
import { selling } from './selling.ts'

/** In turns, so that every page has something for everybody. */
export const demoArticles: readonly DemoArticle[] = buying.flatMap((article, i) =>
  [article, selling[i], keeping[i]].filter((one) => one !== undefined),
)

/** What their pictures show; drawn before the transaction that writes the articles. */
export const articleViews: readonly CarView[] = demoArticles.map(({ title, picture }) => {
  const recipe = recipeOf(picture)
  if (!recipe) throw new Error(`Nobody can draw the picture of "${title}"`)
  return { recipe, shows: title }
})
