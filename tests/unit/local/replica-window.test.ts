import { afterEach, expect, test } from 'vitest'
import { createLocalApp } from '../../../src/local/index.ts'
import { FakeFeed } from '../../support/fake-feed.ts'
import { replicaWorkerOf } from '../../support/local-replica.ts'
import { card, newPhone, tabOf } from './page.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(server: FakeFeed, phone = newPhone()) {
  const { env } = tabOf(phone, {
    fetch: (url, init) => server.fetch(url, init),
    now: () => server.now,
    whenIdle: () => undefined,
    capabilities: { replica: { spawn: () => replicaWorkerOf(env), savesData: () => true } },
  })
  const app = createLocalApp(env)
  const { replica, close } = await app.load()
  ends.push(close)
  return { replica, phone }
}
const asked = (server: FakeFeed) =>
  server.asked.flatMap(({ query }) => (query['cursor'] ? [] : query['window']))

test('A person’s own choice of catalogue size overrides the default, even after a restart [R-PWA-33]', async () => {
  const server = new FakeFeed()
  server.put(...Array.from({ length: 30 }, (_, n) => card(`car-${n}`)))
  const { replica, phone } = await open(server)
  expect(await replica.window()).toBe(1500)
  expect(await replica.choose(20_000)).toBe(true)
  expect([asked(server), await replica.window()]).toEqual([['20000'], 20_000])
  const next = await open(server, phone)
  expect(await next.replica.window()).toBe(20_000)
  phone.lasting.setItem('motorkin-window', '7')
  expect(await next.replica.window()).toBe(1500)
})

test('A catalogue size chosen while another tab fetches is not reported as fetched [R-PWA-33]', async () => {
  const server = new FakeFeed()
  server.put(card('car'))
  const { replica, phone } = await open(server)
  let end: (held: void) => void = () => undefined
  const held = phone.locks.request(
    'motorkin-market',
    {},
    () => new Promise<void>((resolve) => (end = resolve)),
  )
  expect(await replica.choose(20_000)).toBe(false)
  end()
  await held
  expect(await replica.choose(20_000)).toBe(true)
})
