import { expect, test } from 'vitest'
import { blogForm, blogLimits } from '#contract/blogs.ts'
import { pageSizes } from '#contract/limits.ts'
import { excerptOf, plainOf, safeArticle, slugsOf } from '../../../server/blogs/blogs-rules.ts'
import { articleViews, demoArticles } from '../../../demo/articles.ts'
import { servedPageOf } from '../../../server/web/pages.ts'

const slugs = demoArticles.map(({ title }) => slugsOf({ id: title, title })[0])

test('The demo has over one page of articles, with distinct titles, addresses and pictures [R-BLOG-01 R-BLOG-04]', () => {
  expect(demoArticles.length).toBeGreaterThan(pageSizes.blogs)
  expect(new Set(slugs).size).toBe(demoArticles.length)
  expect(new Set(demoArticles.map(({ picture }) => picture)).size).toBe(demoArticles.length)
  expect(articleViews).toHaveLength(demoArticles.length)
})

test('An admin could have written each article: cleaning it removes nothing [R-BLOG-09]', () => {
  for (const { title, html } of demoArticles) {
    expect(blogForm.safeParse({ title, description: html, image: '' }).success).toBe(true)
    expect(safeArticle(html).replaceAll(' rel="noopener noreferrer"', '')).toBe(html)
    expect(plainOf(html).length).toBeGreaterThan(400)
    expect(excerptOf(html).length).toBeLessThanOrEqual(blogLimits.excerpt)
  }
})

test('Every link in the articles leads to an existing page or article', () => {
  const links = demoArticles.flatMap(({ html }) =>
    [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to ?? ''),
  )
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((to) => !servedPageOf(to))).toEqual([])
  const articles = links.filter((to) => to.startsWith('/blog/')).map((to) => to.slice(6))
  expect(articles.filter((slug) => !slugs.includes(slug))).toEqual([])
})
