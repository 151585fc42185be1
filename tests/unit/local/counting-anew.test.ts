import { expect, test } from 'vitest'
import { newPhone, soon } from './page.ts'
import { heart, open, signIn, world } from './world.ts'

test('After a full deletion a person’s writes use a new device id and sequence [I4 I20]', async () => {
  const phone = newPhone()
  const server = world()
  const { app } = open(phone, server)
  const likes = () => server.to('cars/like-dislike-car')
  await signIn(app, 'ada')
  for (const want of ['yes', 'no', 'yes'] as const) {
    const before = likes().length
    expect(await heart(app, 'c1', want)).toMatchObject({ ok: true })
    await expect.poll(() => likes().length, soon).toBe(before + 1)
    await (await app.load()).drained()
  }
  await app.account.signOut({ keep: false })
  await signIn(app, 'ada')
  const before = likes().length
  expect(await heart(app, 'c1', 'no')).toMatchObject({ ok: true })
  await expect.poll(() => likes().length, soon).toBe(before + 1)

  const written = likes().map(({ headers, body }) => ({ device: headers['x-device'], seq: body['seq'] }))
  const [first, , third, anew] = written
  expect([first?.seq, third?.seq, anew?.seq]).toEqual([1, 3, 1])
  expect(third?.device).toBe(first?.device)
  expect(anew?.device).toEqual(expect.any(String))
  expect(anew?.device).not.toBe(third?.device)
})
