import { readFileSync } from 'node:fs'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { blogRoutes } from '#contract/blogs.ts'
import { carRoutes } from '#contract/cars.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { type Brand, referenceRoutes } from '#contract/reference.ts'
import { carTypes } from '#contract/limits.ts'
import { BodyIcon } from '#parts/body-icon.tsx'
import { marks } from '../../../src/app/screens/home/rest.tsx'
import { HomeScreen } from '../../../src/app/screens/home/home-screen.tsx'
import { sampleDealer } from '../../support/dealers.ts'
import { stubOnScreen } from '../../support/on-screen.ts'
import { newStage, show } from '../../support/saved-cars.tsx'
import { sampleCard, sampleNow } from '../../support/sample-car.ts'
import type { Server } from '../../support/stage.tsx'

const ok = { success: true, msg: 'Success' }
const makes = ['Abarth', 'Citroën', 'Toyota', 'Rolls-Royce', 'BYD']
const brands: Brand[] = makes.map((maketitle, i) => ({
  _id: `make-${i}`,
  maketitle,
  count_models: 3,
  models: [],
}))
const cars = Array.from({ length: 10 }, (_, i) => sampleCard(i + 1))
const blogs = [1, 2].map((n) => ({
  _id: `blog-${n}`,
  title: `Article ${n}`,
  slug: `article-${n}`,
  image: '',
  blur: '',
  description: 'About it',
  updated_at: new Date(sampleNow).toISOString(),
  time_ago: '1 day ago',
}))

const dealers = [1, 2].map((n) => sampleDealer(n))
const inOrder = [
  'Latest Listings',
  'Featured Dealerships',
  'Services',
  'Latest Blogs',
  'TestimonialsSamples',
  'Featured On',
  'Newsletter',
]

const server: Server = ({ path }) => {
  if (path === carRoutes.getCarList.path)
    return {
      body: {
        ...ok,
        data: cars,
        totalCount: 10,
        count_records: 10,
        as_of: new Date(sampleNow).toISOString(),
      },
    }
  if (path === blogRoutes.listBlogs.path) return { body: { ...ok, data: blogs, count_records: 2 } }
  if (path === referenceRoutes.getAllMakes.path) return { body: { ...ok, data: brands } }
  if (path === dealerRoutes.getDealershipList.path) return { body: { ...ok, data: dealers } }
  return undefined
}
const open = (answer: Server = server) => {
  stubOnScreen()
  const on = newStage(answer)
  show(on, '/', <HomeScreen />)
  return on
}
const region = (name: string) => screen.findByRole('region', { name })

describe('Home', () => {
  test('The newest cars stand first, ten from page one [R-HOME-18 R-HOME-29 R-NAV-02]', async () => {
    const { asked } = open()
    const latest = within(await region('Latest Listings'))
    await waitFor(() => expect(latest.getAllByRole('article')).toHaveLength(10))
    expect(asked.find(({ path }) => path === carRoutes.getCarList.path)?.body).toMatchObject({
      page: 1,
      limit: 10,
    })
    expect(latest.getByRole('button', { name: 'Pause Latest Listings' })).toBeTruthy()
  })

  test('Those who pay for it are featured, moving on every three seconds [R-HOME-19 R-SUBS-06]', async () => {
    open()
    const featured = within(await region('Featured Dealerships'))
    await waitFor(() => expect(featured.getAllByRole('article')).toHaveLength(2))
    expect(featured.getAllByRole('link').map((a) => a.getAttribute('href'))).toEqual([
      '/dealer/dealer-1',
      '/dealer/dealer-2',
    ])
    expect(featured.getByRole('button', { name: 'Pause Featured Dealerships' })).toBeTruthy()
  })

  test('Where nobody is featured, nothing pretends', async () => {
    open((asked) =>
      asked.path === dealerRoutes.getDealershipList.path ? { body: { ...ok, data: [] } } : server(asked),
    )
    await region('Testimonials Samples')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Featured Dealerships' })).toBeNull())
  })

  test('The newsletter is asked for at the end, with one field [R-HOME-27]', async () => {
    open()
    const form = within(await region('Newsletter'))
    await waitFor(() => expect(form.getAllByRole('textbox')).toHaveLength(1))
  })

  test('The rows stand in the order of the product text [R-HOME-31]', async () => {
    open()
    await region('Featured Dealerships')
    await region('Latest Blogs')
    const rows = screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
    expect(rows.filter((text) => inOrder.includes(text))).toEqual(inOrder)
  })

  test('Every service leads to the page of services [R-HOME-20]', async () => {
    open()
    const links = within(await region('Services')).getAllByRole('link')
    expect(links.map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
      ['Roadside Assistance', '/services'],
      ['Car Listing', '/services'],
      ['Car Tracking', '/services?tab=tracking'],
    ])
  })

  test('The newest articles are a tap away [R-HOME-21]', async () => {
    open()
    const links = await within(await region('Latest Blogs')).findAllByRole('link')
    expect(links.map((a) => a.getAttribute('href'))).toEqual(['/blog/article-1', '/blog/article-2'])
  })

  test('Four voices take turns, and each says that it is a sample [R-HOME-22 R-HOME-23 R-CONST-20]', async () => {
    open()
    const said = within(await region('Testimonials Samples'))
    await waitFor(() => expect(said.getAllByRole('figure')).toHaveLength(4))
    expect(said.getAllByText('Sample')).toHaveLength(4)
    expect(said.getByRole('button', { name: 'Pause Testimonials' })).toBeTruthy()
  })

  test('Every make leads to its cars, as a mark or a monogram [R-HOME-24 R-HOME-25 R-HOME-26]', async () => {
    open()
    const on = within(await region('Featured On'))
    await waitFor(() => expect(on.getAllByRole('link')).toHaveLength(5))
    const hrefs = on.getAllByRole('link').map((a) => decodeURIComponent(a.getAttribute('href') ?? ''))
    expect(hrefs).toEqual(makes.map((make) => `/listings?brands=${make}`))
    const drawn = [...document.querySelectorAll('use[href^="/brand-marks"]')].map((use) =>
      use.getAttribute('href'),
    )
    expect(drawn).toEqual(['citroen', 'toyota', 'rollsroyce'].map((id) => `/brand-marks.svg#${id}`))
    expect(on.getByText('BYD', { selector: '[aria-hidden]' })).toBeTruthy()
  })

  test('The marks that Home knows are the marks of the file [R-HOME-26]', () => {
    const file = readFileSync('public/brand-marks.svg', 'utf8')
    expect([...file.matchAll(/id="(\w+)"/g)].map(([, id]) => id)).toEqual([...marks])
  })

  test('Every body type has its silhouette in the file, and is shown whole', () => {
    const file = readFileSync('public/bodies.svg', 'utf8')
    expect([...file.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)).toEqual(
      carTypes.map((type) => type.toLowerCase()),
    )
    // Each drawing has a view of its own, which begins at the origin of the outer view.
    const frames = new Set(
      [...file.matchAll(/viewBox="\d+ \d+ (\d+ \d+)"/g)].map(([, size]) => `0 0 ${size}`),
    )
    const { container } = render(<BodyIcon type="SUV" />)
    expect([...frames]).toEqual([container.querySelector('svg')?.getAttribute('viewBox')])
  })

  test('Without signal and without cars Home says so and offers to try again', async () => {
    const { serve } = open(() => undefined)
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    serve(server)
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(async () =>
      expect(within(await region('Latest Listings')).getAllByRole('article')).toHaveLength(10),
    )
  })
})
