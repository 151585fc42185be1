import articles from './articles.json' with { type: 'json' }
import { recipeOf } from './pictures/vocabulary.ts'
import type { DrawnView } from './car/looks.ts'
import type { Picture } from '#contract/cars.ts'
import { articleTokens, excerptOf, plainOf, safeArticle, slugsOf } from '../server/blogs/blogs-rules.ts'
import { addBlog } from '../server/blogs/blogs-store.ts'
import type { Sql } from '../server/kernel/db/sql.ts'
import { demoId, randomOf, seedOf } from './random.ts'
import type { DemoPerson } from './people/sellers.ts'

/**
 * Texts about buying, selling and keeping cars. The topics alternate, so that every page of the list has several of them.
 * Each article names the key of its drawn picture.
 */
export const demoArticles = articles.map(({ html, ...article }) => ({ ...article, html: html.join('\n') }))

const day = 86_400_000

/** Writes about one article per week, the newest dated yesterday. */
export async function writeArticles(
  sql: Sql,
  o: { seed: number; today: number; people: readonly DemoPerson[]; pictures: readonly Picture[] },
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

/** Pictures of the articles; they are drawn before the transaction that writes the articles. */
export const articleViews: readonly DrawnView[] = demoArticles.map(({ title, picture }) => {
  const recipe = recipeOf(picture)
  if (!recipe) throw new Error(`Nobody can draw the picture of "${title}"`)
  return { recipe, shows: title }
})
