import { recipeOf } from '../pictures/vocabulary.ts'
import type { CarView } from '../car/looks.ts'
import type { DemoArticle } from './article.ts'
import { buying } from './buying.ts'
import { keeping } from './keeping.ts'
import { selling } from './selling.ts'
import type { Picture } from '#contract/cars.ts'
import { excerptOf, plainOf, safeArticle, slugsOf, articleTokens } from '../../server/blogs/blogs-rules.ts'
import { addBlog } from '../../server/blogs/blogs-store.ts'
import type { Sql } from '../../server/kernel/db/sql.ts'
import { demoId } from '../demo-id.ts'
import type { Person } from '../people/sellers.ts'
import { randomOf, seedOf } from '../random.ts'

const day = 86_400_000

/** About one a week, the newest of yesterday; some were corrected since. */
export async function writeArticles(
  sql: Sql,
  o: { seed: number; today: number; people: readonly Person[]; pictures: readonly Picture[] },
): Promise<void> {
  const author = o.people.find(({ role }) => role === 'admin')?.id ?? null
  for (const [i, article] of demoArticles.entries()) {
    const random = randomOf(seedOf(o.seed, 'article', i))
    const published = o.today - (1 + i * 7 - (i === 0 ? 0 : random.whole(0, 3))) * day + 8 * 3_600_000
    const id = demoId(published, random)
    const description = safeArticle(article.html)
    const plain = plainOf(description)
    const [slug] = slugsOf({ id, title: article.title })
    await addBlog(sql, {
      id,
      slug,
      author,
      title: article.title,
      description,
      excerpt: excerptOf(description),
      image: o.pictures[i]?.url ?? '',
      blur: o.pictures[i]?.blur ?? '',
      search_tokens: articleTokens(article.title, plain),
      published_at: new Date(published),
      updated_at: new Date(published),
    })
  }
}

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
