import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceRoutes } from '#contract/reference.ts'
import { forgetReference } from '../../server/reference/reference-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { world } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ seed: ({ db }) => furnish(db).then(() => undefined) })
})
afterAll(() => server.close())

test('Anybody gets every make with its models and how many there are [R-API-04 R-ENT-13 R-ROLE-05]', async () => {
  const { reply } = await server.call(referenceRoutes.getAllMakes)
  expect(reply.data).toEqual(world.brands)
  expect(reply.data[0]).toMatchObject({ maketitle: 'Citroën', count_models: 3 })
  expect(reply.data.at(-1)).toMatchObject({ maketitle: 'Empty Make', count_models: 0, models: [] })
})

test('A make is found by id or title, ignoring case and accents [R-API-05 R-LIST-02]', async () => {
  for (const id of ['make-0000', 'Citroën', 'citroen']) {
    const { reply } = await server.call(referenceRoutes.getSingleMake, { params: { id } })
    expect(reply.data.models.map((m) => m.modeltitle)).toEqual(['C3', 'Berlingo', 'Grand C4'])
  }
  const answer = await server.call(referenceRoutes.getSingleMake, { params: { id: 'No Such Make' } })
  expect([answer.status, answer.error.code]).toEqual([404, 'not_found'])
})

test('Car types come in their order [R-API-06 R-ENT-14]', async () => {
  const { reply } = await server.call(referenceRoutes.getAllCarTypes)
  expect(reply.data.map((t) => t.name)).toEqual(['SUV', 'Sedan'])
})

test('Provinces come by name with their country [R-API-07 R-ENT-15]', async () => {
  const { reply } = await server.call(referenceRoutes.getAllStates)
  expect(reply.data.map((p) => [p.state_name, p.country])).toEqual([
    ['Gauteng', 'ZA'],
    ['KwaZulu-Natal', 'ZA'],
    ['Lagos', 'NG'],
  ])
})

test('Cities belong to the requested provinces, given by id or name [R-API-08 R-ENT-16 R-LIST-15]', async () => {
  const cities = async (state_ids: string | string[]) => {
    const { reply } = await server.call(referenceRoutes.getCitiesByStateIds, { body: { state_ids } })
    return reply.data.map((c) => c.city_name)
  }
  expect(await cities(['state-0000'])).toEqual(['Johannesburg', 'Newtown', 'Pretoria'])
  expect(await cities('gauteng, KwaZulu-Natal')).toEqual([
    'Durban',
    'Johannesburg',
    'Newtown',
    'Newtown',
    'Pretoria',
  ])
  expect(await cities(['Atlantis'])).toEqual([])
  expect(await cities([])).toEqual([])
})

test('The site has a default name and contact until an operator sets others [R-NAV-44 R-NAV-45 R-NAV-46 R-NAV-47]', async () => {
  const settings = async () => (await server.call(referenceRoutes.getSiteSettings)).reply.data
  expect(await settings()).toMatchObject({
    name: 'Motorkin',
    tagline: 'cars personified',
    market: 'mixed',
    demo: true,
  })
  const set = (name: string, value: unknown) =>
    server.db.run({
      text: 'insert into settings (name, value) values ($1, $2::jsonb)',
      values: [name, JSON.stringify(value)],
    })
  await set('name', 'Wheels of Jozi')
  await set('phone', 42)
  await set('market', 'za')
  forgetReference(server.db)
  const changed = await settings()
  expect(changed.name).toBe('Wheels of Jozi')
  expect(typeof changed.phone).toBe('string')
  expect(changed.market).toBe('mixed')
})

test('What another process changes is seen after ten seconds, and not asked for before [R-API-04]', async () => {
  const first = async () => (await server.call(referenceRoutes.getAllMakes)).reply.data[0]?.maketitle
  await first()
  await server.db.run({ text: "update makes set title = 'Citroen' where title = 'Citroën'" })
  server.clock.advance(9_000)
  expect(await first()).toBe('Citroën')
  server.clock.advance(2_000)
  expect(await first()).toBe('Citroen')
})
