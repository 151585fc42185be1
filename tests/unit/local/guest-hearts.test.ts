import { expect, test } from 'vitest'
import { newPhone, soon } from './page.ts'
import { heart, on, open, signIn, states, world } from './world.ts'

test('A guest’s favourite stays on this phone, survives a restart and is never sent [R-LIST-27 R-PWA-33]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  expect(await (await first.app.load()).keepHeart('c1', true)).toBe(true)
  expect(on(first.app, 'c1')).toBe(true)
  first.close()
  const { app } = open(phone, server)
  await app.load()
  expect([on(app, 'c1'), on(app, 'c2'), states(app)]).toEqual([true, false, []])
  expect(server.hearts.size).toBe(0)
  await (await app.load()).keepHeart('c1', false)
  expect(on(app, 'c1')).toBe(false)
})

test('A guest’s favourites join the account’s own at sign-in, each sent once [I1 I2 I7]', async () => {
  const phone = newPhone()
  const server = world()
  server.hearts.set('ada', new Set(['c2']))
  const { app } = open(phone, server)
  const engine = await app.load()
  await engine.keepHeart('c1', true)
  await engine.keepHeart('c3', true)
  await signIn(app, 'ada')
  await expect.poll(() => [...(server.hearts.get('ada') ?? [])].toSorted(), soon).toEqual(['c1', 'c2', 'c3'])
  await expect.poll(() => on(app, 'c1') && on(app, 'c2') && on(app, 'c3'), soon).toBe(true)
  await app.account.signOut()
  await expect.poll(() => on(app, 'c1'), soon).toBe(false)
  // The next person does not get the guest's hearts.
  await signIn(app, 'bob')
  await engine.drained()
  expect(server.hearts.get('bob')).toBe(undefined)
})

test('After sign-in without signal, a guest’s favourites survive a kill in the outbox [S03 I1]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  await (await first.app.load()).keepHeart('c1', true)
  await signIn(first.app, 'ada')
  server.o.signal = false
  await expect.poll(() => on(first.app, 'c1'), soon).toBe(true)
  first.close()
  server.o.signal = true
  const { app } = open(phone, server)
  await app.load()
  expect(on(app, 'c1')).toBe(true)
  await expect.poll(() => [...(server.hearts.get('ada') ?? [])], soon).toEqual(['c1'])
})

test('Only guests keep favourites on the phone alone; members save to their account [R-LIST-27]', async () => {
  const server = world()
  const { app } = open(newPhone(), server)
  await signIn(app, 'ada')
  const engine = await app.load()
  expect(await engine.keepHeart('c1', true)).toBe(false)
  expect(on(app, 'c1')).toBe(false)
  expect(await heart(app, 'c1')).toMatchObject({ ok: true })
})
