import type { CarCard } from '#contract/cars.ts'
import { openShared } from '../support/browser.ts'
import type { Shared } from '../support/browser.ts'
import { cars, emails, signedIn } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import { captivePortal, redirectToPortal, refusal, startProxy } from '../support/proxy.ts'
import type { Fault, Proxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import type { Ill, Name } from './history.ts'

/** The shared parts of all histories: a server with its data, the proxy in front of it, and people who can query the server's
 * state. */
export interface World {
  server: Server
  proxy: Proxy
  browser: Shared
  people: Record<Name, Person>
  /** Owner of the cars that the enquiries concern, who therefore can read all enquiries. */
  dealer: Person
  stock: CarCard[]
  /** Ids of all cars by slug. */
  bySlug: ReadonlyMap<string, string>
  /** Gives the next history another address, since the server limits the requests of one address. */
  nextAddress: () => void
  close: () => Promise<void>
}

const perPage = 100

export async function openWorld(): Promise<World> {
  let address = 0
  const server = await startServer({ env: { TRUST_PROXY: 'loopback' } })
  const proxy = await startProxy(() => server.origin, {
    from: () => `10.1.${Math.floor(address / 250)}.${(address % 250) + 1}`,
  })
  // These tests do not need pictures, and drawing them is slow.
  proxy.rule({ path: /^\/media\//, fault: { kind: 'answer', status: 404 } })
  const browser = await openShared()
  const [dealer, buyer, seller] = await Promise.all([
    signedIn(server.origin, emails.dealer),
    signedIn(server.origin, emails.buyer),
    signedIn(server.origin, emails.seller),
  ])
  const stock = await cars(server.origin, { creator: dealer.user.id, limit: 40 })
  const all = await cars(server.origin, { limit: perPage })
  return {
    server,
    proxy,
    browser,
    people: { buyer, seller },
    dealer,
    stock,
    bySlug: new Map([...all, ...stock].map((car) => [car.slug, car._id])),
    nextAddress: () => {
      address += 1
    },
    async close() {
      await browser.close()
      await proxy.close()
      await server.stop()
    },
  }
}

export const faults: Readonly<Record<Ill, Fault>> = {
  'request lost': { kind: 'request-lost' },
  'answer lost': { kind: 'answer-lost' },
  reset: { kind: 'reset-when-reused' },
  hang: { kind: 'hang' },
  'slow body': { kind: 'slow-body' },
  'stalled answer': { kind: 'stalled-answer' },
  twice: { kind: 'twice' },
  portal: captivePortal,
  redirect: redirectToPortal,
  'token refused': refusal(401, 'token_expired'),
  'key in progress': refusal(409, 'key_in_progress', { 'retry-after': '1' }),
  refused: refusal(422, 'validation_failed'),
  'slow down': refusal(429, 'rate_limited', { 'retry-after': '1' }),
  broken: refusal(500, 'internal'),
  busy: refusal(503, 'unavailable', { 'retry-after': '1' }),
}
