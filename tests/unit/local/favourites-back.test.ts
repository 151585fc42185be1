import { expect, test } from 'vitest'
import { newPhone, soon } from './page.ts'
import { heart, on, open, signIn, states, world } from './world.ts'

const lists = (server: ReturnType<typeof world>) => server.to('cars/get-favorite-list').length

test('Favourites that failed to load at start are fetched once, after pending writes [S32 R-PWA-33]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  await signIn(first.app, 'ada')
  await (await first.app.load()).drained()
  await expect.poll(() => lists(server), soon).toBeGreaterThan(0)
  first.close()
  const known = lists(server)

  server.hearts.set('ada', new Set(['c2']))
  server.o.signal = false
  const { app, close } = open(phone, server)
  await heart(app, 'c1')
  await expect.poll(() => states(app), soon).toEqual(['fav.set wait'])
  await expect.poll(() => app.connection.get().state, soon).not.toBe('online')
  await expect.poll(() => lists(server), soon).toBe(known + 1)
  await (await app.load()).drained()
  expect(on(app, 'c2')).toBe(false)

  server.o.signal = true
  const before = server.calls.length
  app.kick('visible')
  await expect.poll(() => on(app, 'c2'), soon).toBe(true)
  expect([...(server.hearts.get('ada') ?? [])]).toEqual(['c2', 'c1'])
  const asked = server.calls
    .slice(before)
    .map((call) => call.path)
    .filter((path) => path === 'cars/like-dislike-car' || path === 'cars/get-favorite-list')
  expect(asked).toEqual(['cars/like-dislike-car', 'cars/get-favorite-list'])

  // Nothing is left to send, so another return causes no request.
  server.o.signal = false
  await app.settings.refresh()
  server.o.signal = true
  await app.settings.refresh()
  await expect.poll(() => app.connection.get().state, soon).toBe('online')
  await (await app.load()).drained()
  expect(server.calls.slice(before).filter((c) => c.path === 'cars/get-favorite-list')).toHaveLength(1)
  close()
})
