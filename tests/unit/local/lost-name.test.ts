import { describe, expect, test } from 'vitest'
import { newPhone, soon, storage } from './page.ts'
import { heart, open, put, signIn, states, world } from './world.ts'

test('A guest whose id a kill lost still finds waiting and refused writes [S03 S19 I1 I5]', async () => {
  const phone = newPhone()
  const server = world()
  server.o.accept = false
  const first = open(phone, server)
  await put(first.app)
  await expect.poll(() => states(first.app), soon).toEqual(['enquiry.send rejected'])
  first.close()
  // The databases were written to disk, the local storage was not.
  const second = open({ ...phone, lasting: storage() }, server)
  const engine = await second.app.load()
  expect(states(second.app)).toEqual(['enquiry.send rejected'])
  server.o.accept = true
  const [entry] = second.app.views.get().outbox
  await engine.retry(entry?.id ?? '')
  await expect.poll(() => server.enquiries.length, soon).toBe(1)
  await expect.poll(() => states(second.app), soon).toEqual(['enquiry.send done'])
})

/** Returns a copy of the local storage at one moment. */
function copyOf(all: Record<string, string>) {
  const copy = storage()
  for (const [key, value] of Object.entries(all)) copy.setItem(key, value)
  return copy
}

describe('A browser that was killed before it wrote down', () => {
  test('who signed in still knows them and sends their writes under their name [S03 S13 I1 I7]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await first.app.load()
    const before = phone.lasting.all()
    await signIn(first.app, 'ada')
    server.o.signal = false
    await heart(first.app, 'c1', 'yes')
    first.close()
    server.o.signal = true
    const { app } = open({ ...phone, lasting: copyOf(before) }, server)
    await expect.poll(() => app.session.get().user?.id, soon).toBe('ada')
    await expect.poll(() => [...(server.hearts.get('ada') ?? [])], soon).toEqual(['c1'])
  })
  test('that somebody signed out keeps them signed out [S37 I7]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await signIn(first.app, 'ada')
    await first.app.load()
    const before = phone.lasting.all()
    await first.app.account.signOut()
    first.close()
    const { app } = open({ ...phone, lasting: copyOf(before) }, server)
    // The local storage still names Ada as signed in.
    expect(app.session.get().user?.id).toBe('ada')
    await expect.poll(() => app.session.get().account, soon).toBe(undefined)
    expect(app.session.get().user).toBe(undefined)
  })
  test('that it holds data still finds it before treating the person as a guest [S13]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await (await first.app.load()).drafts.save('form', { text: 'typed' })
    first.close()
    const { app } = open({ ...phone, lasting: storage() }, server)
    expect([app.holding.get(), app.sure.get()]).toEqual([false, false])
    expect(await app.found()).toBe(true)
    expect(await (await app.load()).drafts.read('form')).toEqual({ text: 'typed' })
    await expect.poll(() => app.sure.get(), soon).toBe(true)
  })
})

test('A person who clears an open tab’s localStorage is signed out and stays so [R-STATE-03]', async () => {
  const phone = newPhone()
  const server = world()
  const tab = storage()
  const first = open(phone, server, { sessionStorage: tab })
  await signIn(first.app, 'ada')
  await first.app.load()
  first.close()
  const emptied = { ...phone, lasting: storage() }
  const second = open(emptied, server, { sessionStorage: tab })
  await second.app.load()
  expect(second.app.session.get().user).toBe(undefined)
  second.close()
  const third = open(emptied, server)
  await third.app.load()
  expect(third.app.session.get().account).toBe(undefined)
})
