import type { Locator, Page } from 'playwright-core'
import { shownPictures } from './browser.ts'
import { password } from './people.ts'
import { tablesOnDisk } from './phone/inside.ts'

/** Actions of people on their phones, by visible texts and roles. */

export const firstCards = (page: Page): Locator => page.getByRole('article')

/**
 * Tells whether the phone has stored what this page has fetched so far: its cars in the database, its pictures in the
 * worker's cache. Pictures that are still loading are ignored: wait for `listIsDrawn` first.
 */
export async function kept(page: Page): Promise<boolean> {
  const { hasData, pictures, cars } = await page.evaluate(async () => {
    const paths = performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name).pathname)
      .filter((path) => path.startsWith('/media/'))
    const found = await Promise.all(paths.map((path) => caches.match(path)))
    const links = [...document.querySelectorAll<HTMLAnchorElement>('article a[href^="/listing/"]')]
    return {
      hasData: localStorage.getItem('motorkin-has-data') === '1',
      pictures: found.every((reply) => reply !== undefined),
      cars: links.map(({ pathname }) => pathname),
    }
  })
  // The mark is set with the first stored data of any kind.
  const rows = hasData && pictures ? await tablesOnDisk(page, { of: '^public$', table: 'cards' }) : []
  const cards = rows.flatMap((table) => table.rows as { card: { slug: string } }[])
  const there = new Set(cards.map(({ card }) => `/listing/${card.slug}`))
  return hasData && pictures && cars.every((path) => there.has(path))
}

/** Tells whether every visible card has its picture, and none is still loading. */
export async function listIsDrawn(page: Page): Promise<boolean> {
  const { shown, without, broken } = await shownPictures(page)
  return shown > 0 && without === 0 && broken.length === 0
}

export async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

export interface Enquiry {
  slug: string
  message: string
}
/** Opens the car and sends the dealer a message; ends on the thank-you screen. */
export async function enquire(page: Page, origin: string, { slug, message }: Enquiry): Promise<void> {
  await openEnquiry(page, origin, slug)
  await fillEnquiry(page, message)
  await sendEnquiry(page)
}

export async function openEnquiry(page: Page, origin: string, slug: string): Promise<void> {
  await page.goto(`${origin}/listing/${slug}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const opener = page.getByRole('button', { name: 'Message seller' })
  if (await opener.isVisible()) await opener.click()
}

export async function fillEnquiry(page: Page, message: string): Promise<void> {
  await page.getByLabel('Your name').fill('Thandi Nkosi')
  await page.getByLabel('E-mail').fill('thandi@example.test')
  await page.getByLabel('Contact no.').fill('821234567')
  await page.getByLabel('Message', { exact: true }).fill(message)
}

export async function sendEnquiry(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Send message|Save and send later)$/ }).click()
  await page.waitForURL('**/thankyou**')
}

/** Returns the heart button of the car page, once the app knows whether the car is saved. */
export const heart = (page: Page): Locator =>
  page
    .getByRole('button', { name: /^Save / })
    .and(page.locator('[aria-pressed]'))
    .first()

/** Takes the phone offline and online again, as the browser reports it to a page. */
export async function flickerNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}
