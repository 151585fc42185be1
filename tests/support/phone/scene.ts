import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import type { CarCard } from '#contract/cars.ts'
import { openShared, until } from '../browser.ts'
import type { PhoneOptions } from '../browser.ts'
import { cars, emails, enquiriesWith, favouritesOf, password, signedIn } from '../people.ts'
import type { Person } from '../people.ts'
import { startProxy } from '../proxy.ts'
import type { Proxy } from '../proxy.ts'
import { startServer } from '../server.ts'
import type { Server } from '../server.ts'
import { lookInside, outboxOnDisk, running, signInInside } from './inside.ts'

export const enquiryCall = /\/users\/send\/car-enquiry-mail$/
export const favouriteCall = /\/cars\/like-dislike-car$/
export const favouriteList = /\/cars\/get-favorite-list$/
export const anyCall = /^\/api\//

/** Resources that the tests of one file share: a server, its proxy, people with direct calls, temporary phones. */
export interface Scene {
  server: Server
  proxy: Proxy
  origin: string
  dealer: Person
  buyer: Person
  seller: Person
  /** Returns a car of the dealer that no other test uses and nobody has saved. */
  nextCar: () => CarCard
  /** Opens a new phone in the shared browser; it cannot be killed. */
  guest: (o?: PhoneOptions) => Promise<{ context: BrowserContext; page: Page }>
  /** Removes all faults and recorded requests. */
  calm: () => void
  close: () => Promise<void>
}

export async function openScene(): Promise<Scene> {
  let asked = 0
  const server = await startServer({ env: { TRUST_PROXY: 'loopback' } })
  const proxy = await startProxy(() => server.origin, {
    // The tests of a file are more people than the rate limit of one address allows.
    from: () => `10.2.${Math.floor(asked / 250) % 250}.${(asked++ % 250) + 1}`,
  })
  const browser = await openShared()
  const [dealer, buyer, seller] = await Promise.all([
    signedIn(server.origin, emails.dealer),
    signedIn(server.origin, emails.buyer),
    signedIn(server.origin, emails.seller),
  ])
  const liked = new Set([...(await favouritesOf(buyer)), ...(await favouritesOf(seller))])
  const stock = (await cars(server.origin, { creator: dealer.user.id, limit: 60 })).filter(
    (c) => !liked.has(c._id),
  )
  return {
    server,
    proxy,
    origin: proxy.origin,
    dealer,
    buyer,
    seller,
    nextCar() {
      const car = stock.pop()
      if (!car) throw new Error('The demo dealer has too few cars for these stories.')
      return car
    },
    async guest(o) {
      const context = await browser.phone(o)
      await lookInside(context)
      return { context, page: await context.newPage() }
    },
    calm() {
      proxy.clear()
      proxy.forget()
    },
    async close() {
      await browser.close()
      await proxy.close()
      await server.stop()
    },
  }
}

export const newText = () => `Is it still there? ${randomUUID()}`

/** Returns the idempotency keys of these calls. */
export const keysOf = (proxy: Proxy, path: RegExp) => [
  ...new Set(proxy.seen('POST', path).map((r) => r.headers['idempotency-key'])),
]

/** Returns the number of enquiries to the dealer with this text. */
export const arrived = async ({ dealer }: Pick<Scene, 'dealer'>, text: string) =>
  (await enquiriesWith(dealer, text)).length

/** Signs in without the form, with "Remember me". */
export async function signInQuickly(page: Page, origin: string, email: string): Promise<void> {
  if (!page.url().startsWith(origin)) await page.goto(`${origin}/listings`)
  await running(page)
  if (!(await signInInside(page, { email, password }))) throw new Error(`${email} could not sign in.`)
}

/** Resolves when no write of this phone waits. */
export async function nothingWaits(page: Page, limit?: number): Promise<void> {
  await until(
    'nothing waits',
    async () => (await outboxOnDisk(page)).every((row) => row.state === 'done'),
    limit,
  )
}
