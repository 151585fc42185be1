import fc from '../support/property.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryOf, readListingUrl } from '#catalogue'
import { carRoutes } from '#contract/cars.ts'
import { readListQuery } from '#contract/list-query.ts'
import type { Route } from '#contract/http.ts'
import { routes } from '#contract/index.ts'
import type { User } from '#contract/users/users.ts'
import {
  adFuels,
  adTransmissions,
  carTypes,
  filterFuels,
  filterTransmissions,
  sortValues,
} from '#contract/limits.ts'
import { addBlog } from '../../server/blogs/blogs-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { fieldsOf } from '../support/listing.ts'
import { anyQuery, newCar, sellers } from '../support/cars.ts'
import { addUser, adminSession, furnish, subscribe } from '../support/motorkin.ts'

/** Every call that returns a page of a list. */
const lists = Object.entries<Route>(routes).filter(([, route]) => fieldsOf(route).includes('page'))
const [seller] = sellers
const cars = [
  ...Array.from({ length: 20 }, (_, n) => newCar(n, { price: 1000 * (n + 1), year: 2005 + (n % 3) })),
  ...Array.from({ length: 20 }, (_, n) =>
    newCar(20 + n, { price: 100_000, bodytype: 'Sedan', fueltype: 'Petrol', make: 'Mazda', model: '3' }),
  ),
]

let server: TestServer
let token: string
let admin: string
let asker: User
beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      const [first] = await furnish(db, cars)
      if (!first) throw new Error('no users')
      asker = first
      await subscribe(db, seller, 'platinum', { until: '2030-01-01T00:00:00Z' })
      for (let n = 0; n < 13; n += 1) {
        const id = `b-${n}`
        const at = new Date('2026-01-01')
        await addUser(db, { id, kind: 'dealer' })
        const article = {
          title: 'T',
          description: 'D',
          excerpt: 'D',
          image: '',
          blur: '',
          search_tokens: ['d'],
        }
        await addBlog(db, { ...article, id, slug: id, author: null, published_at: at, updated_at: at })
      }
    },
  })
  token = await server.token(asker)
  admin = await adminSession(server, await addUser(server.db, { id: 'operator', role: 'admin' }))
})
afterAll(() => server.close())

async function ask(route: Route, body: object) {
  const { status, reply } = await server.call(route, { body, token: route.auth === 'admin' ? admin : token })
  expect(status).toBe(200)
  const { as_of: _, ...said } = { as_of: '', ...Object(reply) } as Record<string, unknown>
  return said
}

const unreadable = [null, '', ' ', 'abc', -1, 0, 1.5, 1e9, '1e9', '-1', [1], ['2'], {}, [], true, false]
const anyValue = fc.oneof(
  fc.constantFrom(...unreadable, '2', ' 2 ', 2020, '2020', 'pre-2006', 'SUV', 'suv,Sedan', 'constructor'),
  fc.constantFrom('__proto__', 'toString', 'x'.repeat(200), 'a,'.repeat(300), '\0', '\ud800', '%', '5000000'),
  // The parser refuses a body with `__proto__`.
  fc.jsonValue().filter((v) => !JSON.stringify(v).includes('"__proto__":')),
)

const { getCarList, myCarList, getDealerList, listBlogs } = routes
test.each([getCarList, myCarList, getDealerList, listBlogs])(
  'The second page of $path may be asked for in text [R-VAL-11]',
  async (route) => {
    const first = await ask(route, {})
    const second = await ask(route, { page: '2' })
    expect(second['data']).not.toEqual([])
    expect(second['data']).not.toEqual(first['data'])
  },
)

describe.each(lists)('%s', (_, route) => {
  test('Takes any value in any field of a list [R-VAL-11]', async () => {
    const body = fc.dictionary(fc.constantFrom(...fieldsOf(route)), anyValue)
    await fc.assert(
      fc.asyncProperty(body, async (given) => {
        expect(await ask(route, given)).toHaveProperty('data')
      }),
      { numRuns: 60 },
    )
  })

  test('Reads page and limit as text, and uses the defaults for non-numbers [R-VAL-11]', async () => {
    const usual = await ask(route, {})
    for (const odd of [...unreadable, 'constructor']) {
      expect(await ask(route, { page: odd, limit: odd })).toEqual(usual)
    }
    expect(await ask(route, { page: '2', limit: ' 3 ' })).toEqual(await ask(route, { page: 2, limit: 3 }))
  })
})

describe('A search', () => {
  const found = async (body: object) => {
    const { data, count_records } = await ask(carRoutes.getCarList, body)
    return { data, count_records }
  }
  test.each([
    ['bounds as text', { min_price: '5000', max_price: '9000' }, { min_price: 5000, max_price: 9000 }],
    ['swapped prices', { min_price: '9000', max_price: 5000 }, { min_price: 5000, max_price: 9000 }],
    ['swapped kilometres', { min_kms: '90000', max_kms: '10' }, { min_kms: 10, max_kms: 90_000 }],
    ['a year as a number', { year: 2005 }, { year: ['2005'] }],
    ['years mixed', { year: [2005, '2006', 'banana', null, {}] }, { year: ['2005', '2006'] }],
    ['one value', { bodytype: 'sedan' }, { bodytype: ['Sedan'] }],
    ['a comma list', { bodytype: 'Sedan, SUV,' }, { bodytype: ['Sedan', 'SUV'] }],
    ['a known value beside unknown ones', { fueltype: 'Steam,Petrol,constructor' }, { fueltype: ['Petrol'] }],
    ['a radius as text', { city: 'Pretoria', within_km: '50' }, { city: 'Pretoria', within_km: 50 }],
    ['an endless radius', { city: 'Pretoria', within_km: 1e9 }, { city: 'Pretoria', within_km: 1000 }],
    ['a number searched for', { search: 3 }, { search: '3' }],
  ])('reads %s: %j as %j [R-VAL-11]', async (_, given, plain) => {
    const answer = await found(plain)
    expect(await found(given)).toEqual(answer)
    expect(answer.count_records).toBeGreaterThan(0)
  })

  test.each(
    ['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city', 'creator', 'search']
      .concat('within_km', 'min_price', 'max_price', 'min_kms', 'max_kms', 'sortBy', 'facets')
      .map((field) => [field]),
  )('passes over what says nothing in %s [R-VAL-11]', async (field) => {
    const all = await found({})
    for (const nothing of [null, '', ' ', {}, [], [null, {}], false, '\0'])
      expect(await found({ [field]: nothing })).toEqual(all)
  })

  test.each(['make', 'model', 'bodytype', 'year', 'fueltype', 'transmission', 'province', 'city', 'sortBy'])(
    'passes over unknown names in %s, those of prototypes among them [R-VAL-11]',
    async (field) => {
      const all = await found({})
      for (const name of ['no such thing', 'constructor', '__proto__', 'toString', 'x'.repeat(200)])
        expect([name, await found({ [field]: name })]).toEqual([name, all])
    },
  )

  test('says the same for the words of an address as the phone reads there [R-VAL-11 R-LIST-01]', async () => {
    const fields = {
      brands: 'make',
      models: 'model',
      year: 'year',
      types: 'bodytype',
      fueltypes: 'fueltype',
      transmissiontypes: 'transmission',
      province: 'province',
      city: 'city',
      within: 'within_km',
      minprice: 'min_price',
      maxprice: 'max_price',
      page: 'page',
      sortby: 'sortBy',
      q: 'search',
    } as const
    const word = fc.oneof(
      fc.constantFrom('2', '5000', '9000.5', '0', '-1', '1e3', ' 7 ', '1e99', '9'.repeat(400), 'abc', ''),
      fc.constantFrom(
        'BMW,Mazda',
        'suv',
        'Petrol,Steam',
        '2005,pre-2006',
        'price_low_high',
        'toyota under 9000',
      ),
      fc.string({ unit: 'binary', maxLength: 90 }),
    )
    const address = fc.dictionary(fc.constantFrom(...Object.keys(fields)), word)
    await fc.assert(
      fc.asyncProperty(address, async (said) => {
        const onPhone = readListingUrl({
          get: (name) => (Object.hasOwn(said, name) ? (said[name] ?? '') : null),
        })
        const body = Object.fromEntries(
          Object.entries(fields).flatMap(([name, field]) => (name in said ? [[field, said[name]]] : [])),
        )
        expect(await found(body)).toEqual(await found(queryOf(onPhone, false)))
      }),
      { numRuns: 100 },
    )
  })

  test('of the phone is read by the server as the phone means it [R-VAL-11 R-LIST-18]', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('page', 'minprice', 'maxprice', 'types', 'q'), fc.string()),
        (said) => {
          const query = queryOf(readListingUrl({ get: (name) => said[name] ?? null }), true)
          expect(readListQuery(query)).toEqual(query)
        },
      ),
    )
  })
})

test('The names of prototypes may be searched for in every list [R-VAL-11]', async () => {
  for (const [, route] of lists)
    for (const search of ['constructor', '__proto__', 'toString under 5000'])
      expect(await ask(route, { search })).toHaveProperty('data')
})

test('The cities of what names no province are none [R-VAL-11 R-API-08]', async () => {
  const cities = async (state_ids: unknown) => (await ask(routes.getCitiesByStateIds, { state_ids }))['data']
  for (const odd of [null, '', 7, true, {}, [], [[]], [null], 'Atlantis', 'constructor', 'x'.repeat(9000)])
    expect([odd, await cities(odd)]).toEqual([odd, []])
  expect(await cities('Gauteng, constructor')).toEqual(await cities(['Gauteng']))
})

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, 15, 100, 101, 1e9, 1e9 + 0.5, 1e12, 1e13, -1, 1.5),
  fc.constantFrom('2', ' 7 ', '1e3', '', null, true),
  fc.integer({ min: -10, max: 200_000 }),
)
const anyText = fc.oneof(
  fc.constantFrom(...carTypes, ...filterFuels, ...adFuels, ...filterTransmissions, ...adTransmissions),
  fc.constantFrom(
    'suv',
    'PETROL',
    ' SUV',
    'SUV ',
    'a,b',
    '',
    'pre-2010',
    'Pre-2010',
    '2015',
    '20155',
    'x'.repeat(81),
  ),
  fc.string({ maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
  anyNumber,
)
const anyTexts = fc.oneof(
  fc.array(anyText, { maxLength: 4 }),
  anyText,
  fc.constant(Array.from({ length: 101 }, (_, n) => `t${n}`)),
)
const ofField = (name: string) => {
  if (/page|limit|_/.test(name)) return anyNumber
  if (name === 'sortBy') return fc.oneof(fc.constantFrom(...sortValues), anyText)
  if (name === 'facets') return fc.oneof(fc.boolean(), anyText)
  return name === 'search' || name === 'creator' ? anyText : fc.oneof(anyTexts, anyText)
}
const anyBody = fc.record(
  Object.fromEntries(
    [...fieldsOf(carRoutes.getCarList), 'other', 'toString'].map((name) => [name, ofField(name)]),
  ),
  { requiredKeys: [] },
)

test('What was read of a question is read the same again [R-API-09 R-VAL-11]', () =>
  fc.assert(
    fc.property(fc.oneof(anyQuery, anyBody), (body) => {
      const spelled: unknown = JSON.parse(JSON.stringify(body))
      const read = carRoutes.getCarList.body.parse(spelled)
      expect(read).toEqual(readListQuery(spelled))
      expect(readListQuery(read)).toEqual(read)
    }),
    { numRuns: 2000 },
  ))
