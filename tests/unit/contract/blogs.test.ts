import { expect, test } from 'vitest'
import { blogRoutes } from '#contract/blogs.ts'
import { timeAgo } from '#contract/heads/article-head.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test.each([
  [0, 'just now'],
  [-day, 'just now'],
  [minute, '1 minute ago'],
  [2 * hour - 1, '1 hour ago'],
  [day, '1 day ago'],
  [29 * day, '29 days ago'],
  [61 * day, '2 months ago'],
  [364 * day, '12 months ago'],
  [3 * 365 * day, '3 years ago'],
])('%i ms later an article is from %s [R-ENT-18]', (passed, words) => {
  const at = Date.parse('2026-01-01T00:00:00Z')
  expect(timeAgo(at, at + passed)).toBe(words)
})

test('Whoever asks for nothing in particular gets the first page of twelve [R-API-41]', () => {
  expect(blogRoutes.listBlogs.body.parse({})).toEqual({ page: 1, limit: 12 })
})
