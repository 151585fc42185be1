// In this test the real app draws, as the build does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOfHeader } from '#contract/first-view.ts'
import { carRoutes, type CarPage } from '#contract/cars.ts'
import { basePath, headers } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import { draw } from '../../src/render.tsx'
import type { TestServer } from '../support/api.ts'
import { newCar, sellers } from '../support/cars.ts'
import { foundServer } from '../support/found.ts'
import { furnish } from '../support/motorkin.ts'

interface Account {
  name: string
  own: Record<string, string>
  /** Texts that no other person may read. */
  secrets: string[]
  liked: string
}

let server: TestServer
const accounts: Account[] = []
const cars = [1, 2, 3].map((n) => newCar(n, { creator: sellers[2] }))
const question = encodeURIComponent(JSON.stringify({ limit: 10 }))
const listUrl = basePath + carRoutes.getCarList.path

/** Creates a signed-in person with one heart. */
async function account(user: User, liked: string): Promise<Account> {
  const token = await server.token(user)
  const { status } = await server.call(carRoutes.likeDislikeCar, {
    body: { car_id: liked, type: 'like' },
    token,
  })
  expect(status).toBe(200)
  const own = { authorization: `Bearer ${token}`, cookie: `session=${token}`, 'x-device': `phone-${user.id}` }
  return { name: user.id, own, secrets: [user.email, user.fullname, token, `phone-${user.id}`], liked }
}

beforeAll(async () => {
  server = await foundServer({ draw, seed: async ({ db }) => void (await furnish(db, cars)) })
  const person = { avatarurl: '', is_subscriber: false, role: 'user' } as const
  const [one, two] = cars
  const people: [User, string][] = [
    [{ ...person, id: sellers[0], fullname: 'Ann Private', email: 'ann@private.test' }, one?.id ?? ''],
    [{ ...person, id: sellers[1], fullname: 'Ben Secret', email: 'ben@secret.test' }, two?.id ?? ''],
  ]
  for (const [user, liked] of people) accounts.push(await account(user, liked))
})
afterAll(() => server.close())

const open = (url: string, more: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'identity', ...more } })
/** Returns a document without its times. */
const timeless = (html: string) => html.replace(/"(?:at|asOf)":\d+|"as_of":"[^"]*"/g, '')

test('Each account has a heart of its own where it is asked for itself', async () => {
  for (const { own, liked } of accounts) {
    const reply = await server.app.inject({ method: 'POST', url: listUrl, headers: own, payload: {} })
    const hearts = reply.json<CarPage>().data.filter((car) => car.is_favorite === 'yes')
    expect(hearts.map((car) => car._id)).toEqual([liked])
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

describe.each(['/', '/listings', '/listing/car-1', '/listing/car-2'])(
  'What a cache may keep of %s',
  (path) => {
    test.each([[0], [1]])('is a guest’s, whoever of two accounts asks first (%i)', async (first) => {
      server.clock.advance(60_000)
      const [a, b] = first === 0 ? accounts : accounts.toReversed()
      const bodies: string[] = []
      for (const who of [a, b, undefined]) {
        server.clock.advance(2000)
        const page = await open(path, who?.own)
        expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined])
        expect(page.headers[headers.firstView]).toBeDefined()
        expect(page.body).toContain('Save 2020 BMW X5')
        const seen = accounts.flatMap(({ secrets }) => secrets).filter((word) => page.body.includes(word))
        expect(seen).toEqual([])
        expect(page.body).not.toMatch(/"is_favorite":"yes"|aria-pressed="true"/)
        bodies.push(timeless(page.body))
      }
      expect(new Set(bodies).size).toBe(1)
    })
  },
)

test('The list by address is one guest’s answer for two accounts with hearts', async () => {
  const given = []
  for (const who of [...accounts, undefined]) {
    const reply = await server.app.inject({ url: `${listUrl}?q=${question}`, headers: { ...who?.own } })
    expect(reply.headers['cache-control']).toMatch(/^public/)
    expect(reply.headers['set-cookie']).toBeUndefined()
    const { data } = reply.json<CarPage>()
    expect([data.length, data.filter((car) => car.is_favorite === 'yes')]).toEqual([3, []])
    given.push(reply.headers['etag'])
  }
  expect(new Set(given).size).toBe(1)
})

test('A list rendered again from the same cars is not sent again', async () => {
  const first = await open('/listings')
  server.clock.advance(46_000)
  const again = await open('/listings', { 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.headers['etag']]).toEqual([304, first.headers['etag']])
  // The time stamp of a list may be up to five seconds old.
  const later = Number(again.headers[asOfHeader]) - Number(first.headers[asOfHeader])
  expect(Math.abs(later - 46_000)).toBeLessThanOrEqual(5000)
})
