import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Switch } from 'wouter'
import { describe, expect, test } from 'vitest'
import type { Blog } from '#contract/blogs.ts'
import { ArticleScreen } from '../../../src/features/blog/article-screen.tsx'
import { BlogScreen } from '../../../src/features/blog/blog-screen.tsx'
import { richArticle } from '../../../src/parts/rich-article.tsx'
import { truncateTitle } from '../../../src/features/blog/blog-card.tsx'
import { hostileHtml } from '../../support/hostile-html.ts'
import { newStage, show as showOn } from '../../support/saved-cars.tsx'
import { sampleNow } from '../../support/sample-car.ts'
import { nothing, refused, type Server } from '../../support/stage.tsx'

type Stage = ReturnType<typeof newStage>
const day = 86_400_000

function article(n: number, over: Partial<Blog> = {}): Blog {
  return {
    _id: `blog-${n}`,
    title: `Article ${n}`,
    slug: `article-${n}`,
    image: '/media/suv-0e5a43-coast-flip-five/1280.webp',
    blur: '',
    description: `What article ${n} is about`,
    updated_at: new Date(sampleNow - n * day).toISOString(),
    time_ago: 'long ago',
    ...over,
  }
}
const thirteen = Array.from({ length: 13 }, (_, i) => article(i + 1))

/** Returns a server with these articles; it shortens list rows like the real server. */
const blogServer =
  (all: readonly Blog[]): Server =>
  ({ path, body }) => {
    if (path === 'blogs/list-blogs') {
      const { page, limit, search = '' } = body as { page: number; limit: number; search?: string }
      const found = all.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
      const data = found.slice((page - 1) * limit, page * limit)
      return { body: { success: true, msg: 'Success', data, count_records: found.length } }
    }
    const slug = decodeURIComponent(/^blogs\/get-blog-by-slug\/(.+)$/.exec(path)?.[1] ?? '')
    const data = all.find((one) => one.slug === slug)
    if (data) return { body: { success: true, msg: 'Success', data } }
    return slug === '' ? undefined : refused(404, 'not_found', 'Blog not available')
  }

const screens = (
  <Switch>
    <Route path="/blog">
      <BlogScreen />
    </Route>
    <Route path="/blog/:slug">
      <ArticleScreen />
    </Route>
    <Route path="/">Home page</Route>
  </Switch>
)
const show = (on: Stage, address: string) => showOn(on, address, screens)
const cards = () => screen.findAllByRole('article')
const listBodies = (on: Stage) =>
  on.asked.filter(({ path }) => path === 'blogs/list-blogs').map(({ body }) => body)

describe('The list of articles', () => {
  test('is a grid of twelve linked cards with picture, day and first words [R-BLOG-01 R-BLOG-04 R-NAV-07]', async () => {
    const on = newStage(blogServer(thirteen))
    show(on, '/blog')
    expect(await cards()).toHaveLength(12)
    expect(listBodies(on)).toEqual([{ page: 1, limit: 12 }])
    const [first] = await cards()
    const card = within(first as HTMLElement)
    expect(card.getByRole('link', { name: 'Article 1' }).getAttribute('href')).toBe('/blog/article-1')
    expect(card.getByText('What article 1 is about')).toBeTruthy()
    expect(card.getByText(/· 1 day ago$/)).toBeTruthy()
    expect(first?.querySelector('img')?.getAttribute('src')).toContain('/media/suv-0e5a43')
    expect(screen.getByText('13 articles')).toBeTruthy()
  })

  test('cuts titles over 25 letters to 22 and gives screen readers the whole title [R-BLOG-02]', async () => {
    expect(truncateTitle('A'.repeat(25))).toBe('A'.repeat(25))
    expect(truncateTitle('A'.repeat(26))).toBe(`${'A'.repeat(22)}...`)
    const title = 'Tokunbo or locally used: which one?'
    show(newStage(blogServer([article(1, { title })])), '/blog')
    const link = await screen.findByRole('link', { name: title })
    expect(within(link).getByText('Tokunbo or locally use...')).toBeTruthy()
  })

  test('has its pages above and below, and the page is in the address [R-BLOG-03]', async () => {
    const on = newStage(blogServer(thirteen))
    show(on, '/blog')
    await cards()
    const pagers = screen.getAllByRole('navigation', { name: /^Pagination/ })
    expect(pagers).toHaveLength(2)
    const list = screen.getAllByRole('list').find((one) => within(one).queryAllByRole('article').length > 0)
    const where = pagers.map((pager) => pager.compareDocumentPosition(list as HTMLElement))
    expect(where).toEqual([Node.DOCUMENT_POSITION_FOLLOWING, Node.DOCUMENT_POSITION_PRECEDING])
    await userEvent.click(within(pagers[1] as HTMLElement).getByRole('link', { name: 'Next page' }))
    expect(await screen.findByRole('link', { name: 'Article 13' })).toBeTruthy()
    expect(location.search).toBe('?page=2')
    expect(await cards()).toHaveLength(1)
    // The link to the next page is removed.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test('leads whoever stands behind its last page back to it', async () => {
    show(newStage(blogServer(thirteen)), '/blog?page=9')
    await waitFor(() => expect(location.search).toBe('?page=2'))
    expect(await screen.findByRole('link', { name: 'Article 13' })).toBeTruthy()
  })

  test('keeps the typed search in its address, and an empty result leads back [R-API-52]', async () => {
    const on = newStage(blogServer(thirteen))
    show(on, '/blog')
    await cards()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the articles' }), '12{Enter}')
    expect(await screen.findByText('1 article with “12”')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    expect(location.search).toBe('?search=12')
    expect(listBodies(on).at(-1)).toEqual({ page: 1, limit: 12, search: '12' })
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'tractors{Enter}')
    expect(await screen.findByRole('heading', { name: 'No article with “tractors”' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Show all articles' }))
    expect(await cards()).toHaveLength(12)
  })

  test('without signal and never seen says so and tries again when asked', async () => {
    const on = newStage(nothing)
    show(on, '/blog')
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 })
    on.serve(blogServer(thirteen))
    await userEvent.click(again)
    expect(await cards()).toHaveLength(12)
  })
})

describe('An article', () => {
  const one = article(1, {
    title: 'How to read a service book',
    slug: 'how-to-read',
    description: '<h2>Dates</h2><p>Look for <b>stamps</b> &amp; <a href="/listings">cars</a>.</p>',
    updated_at: '2026-03-05T23:30:00.000Z',
  })
  const heading = () => screen.findByRole('heading', { level: 1, name: one.title })

  test('shows a breadcrumb, a picture, its change date and read-only formatted text [R-NAV-08 R-BLOG-07 R-BLOG-08 R-BLOG-09]', async () => {
    show(newStage(blogServer([one])), '/blog/how-to-read')
    await heading()
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(trail.getByRole('link', { name: 'News & Reviews' }).getAttribute('href')).toBe('/blog')
    expect(trail.getByText(one.title).getAttribute('aria-current')).toBe('page')
    const shown = screen.getByRole('article')
    expect(shown.querySelector('img')?.getAttribute('src')).toBe(one.image)
    expect(within(shown).getByText('05-03-2026').getAttribute('datetime')).toBe(one.updated_at)
    expect(within(shown).getByRole('heading', { level: 2, name: 'Dates' })).toBeTruthy()
    expect(within(shown).getByText('stamps').tagName).toBe('B')
    expect(within(shown).getByRole('link', { name: 'cars' }).getAttribute('href')).toBe('/listings')
    expect(shown.querySelector('input, textarea, [contenteditable]')).toBeNull()
  })

  test('is shared on four networks by plain links that tell them nothing more [R-BLOG-10 R-BLOG-11]', async () => {
    show(newStage(blogServer([one])), '/blog/how-to-read')
    await heading()
    const links = screen.getAllByRole('link', { name: /^Share on/ })
    const address = `${location.origin}/blog/how-to-read`
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Share on Facebook',
      'Share on X',
      'Share on LinkedIn',
      'Share on WhatsApp',
    ])
    for (const link of links) {
      const to = new URL(link.getAttribute('href') ?? '')
      expect(to.protocol).toBe('https:')
      expect([...to.searchParams.values()].join(' ')).toContain(address)
      expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
        'noopener noreferrer',
        '_blank',
      ])
      expect(link.classList.contains('size-11')).toBe(true)
    }
  })

  test('announces its loading, and a missing one is reported once and leads home [R-STATE-33 R-ERR-27]', async () => {
    const on = newStage(blogServer([one]))
    show(on, '/blog/nowhere')
    expect(screen.getByText('Loading this article')).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(screen.getByText('Home page')).toBeTruthy()
    expect(screen.getAllByText('Blog not available')).toHaveLength(1)
    expect(screen.getByRole('alert').textContent).toContain('Blog not available')
  })

  test('stays open without signal and can be retried instead of being called missing [R-ERR-27]', async () => {
    const on = newStage(nothing)
    show(on, '/blog/how-to-read')
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 })
    expect(location.pathname).toBe('/blog/how-to-read')
    expect(screen.queryByText('Blog not available')).toBeNull()
    on.serve(blogServer([one]))
    await userEvent.click(again)
    await heading()
  })

  test.each(['guest', 'person'])(
    'that a %s has read opens offline with its age until it is withdrawn [R-STATE-33]',
    async (who) => {
      const on = newStage(blogServer([one]), { signedIn: who === 'person' })
      await on.local.load()
      const first = show(on, '/blog/how-to-read')
      await heading()
      const kept = async () => (await on.local.phone()).cached<{ blog?: Blog }>('blog:how-to-read')
      await waitFor(async () => expect((await kept())?.value.blog?.title).toBe(one.title))
      first.unmount()

      on.serve(nothing)
      const second = show(on, '/blog/how-to-read')
      await heading()
      expect(screen.getByText(/as of/)).toBeTruthy()
      second.unmount()
      on.serve(blogServer([]))
      show(on, '/blog/how-to-read')
      await waitFor(() => expect(location.pathname).toBe('/'))
      await waitFor(async () => expect((await kept())?.value.blog).toBeUndefined())
    },
  )

  test('from an old cache draws only words, plain elements and links to pages [R-BLOG-09]', () => {
    const plain = /^(P|BR|STRONG|B|EM|I|UL|OL|LI|H2|H3|H4|BLOCKQUOTE|DIV)$/
    for (const snippet of hostileHtml) {
      const { container, unmount } = render(<div>{richArticle(`Before ${snippet} after`)}</div>)
      for (const element of container.querySelectorAll('*')) {
        const link = element.tagName === 'A'
        expect(link || plain.test(element.tagName)).toBe(true)
        const names = element.getAttributeNames().filter((name) => !link || name !== 'href')
        expect(names.filter((name) => !link || !['rel', 'target'].includes(name))).toEqual([])
        expect(element.getAttribute('href') ?? '/').toMatch(/^(https?:\/\/|\/(?!\/))/)
      }
      unmount()
    }
  })
})
