import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyOf, toldOf } from './chaos/history.ts'
import { live, lookAt, openPhones } from './chaos/live.ts'
import { oneServer } from './embedded-servers.ts'
import { soon } from '../unit/local/page.ts'
import type { EmbeddedServers } from './embedded-world.ts'

/** `CHAT_SEED=7 CHAT_RUNS=1 npx vitest run --project api tests/chat/chaos` repeats one history. */
const firstSeed = Number(process.env['CHAT_SEED'] ?? 1)
const quick = Number(process.env['CHAT_RUNS'] ?? 12)
const further = 100
/** Number of histories that run in parallel: each waits more than it computes. */
const beside = 4

let server: EmbeddedServers
beforeAll(async () => {
  server = await oneServer()
})
afterAll(() => server.stop())

async function liveThrough(seeds: readonly number[]): Promise<string[]> {
  const left = [...seeds]
  const failed: string[] = []
  const worker = async () => {
    for (let seed = left.shift(); seed !== undefined && failed.length === 0; seed = left.shift()) {
      const acts = historyOf(seed)
      const wrong = await live(server, acts).catch((error: unknown) => [
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ])
      if (wrong.length > 0) failed.push(`seed ${seed}:\n${toldOf(acts)}\n${wrong.join('\n')}`)
    }
  }
  await Promise.all(Array.from({ length: beside }, worker))
  return failed
}
const seeds = (count: number, from = firstSeed) => Array.from({ length: count }, (_, i) => from + i)

test('Whatever happens to two phones, both have every message once, in one order [I1 I2 I10 R-CHAT-13 R-CHAT-15 R-CHAT-16 R-STATE-25]', async () => {
  expect(await liveThrough(seeds(quick))).toEqual([])
})
test('A person who signs in while the old stream ends receives the chat again [R-CHAT-15]', async () => {
  expect(await liveThrough([1049])).toEqual([])
})
test('A message sent between two checks is not called lost; a missing one is', async () => {
  const { phones, watcher, kept } = await openPhones(server)
  const [phone] = phones
  try {
    const tab = phone.open()
    phone.signal = false
    await phone.write(tab)
    const look = await lookAt(phones, watcher, async () => {
      const before = await kept()
      phone.signal = true
      phone.fire('online')
      await expect
        .poll(async () => {
          tab.app.kick('online')
          return phone.waiting()
        }, soon)
        .toEqual([])
      return before
    })
    const [first] = watcher.of(phone.me).owed
    expect([await kept(), look.lost]).toMatchObject([[{ message: first }], []])
    phone.signal = false
    await phone.write(tab)
    const [, second = ''] = watcher.of(phone.me).owed
    expect((await lookAt(phones, watcher, kept)).lost).toEqual([])
    await phone.rob(second)
    expect((await lookAt(phones, watcher, kept)).lost).toEqual([second])
  } finally {
    for (const one of phones) one.close()
  }
})
test(
  `In ${further} further histories of two phones no message is lost, doubled or reordered`,
  { tags: ['full'], timeout: 900_000 },
  async () => {
    expect(await liveThrough(seeds(further, 1000))).toEqual([])
  },
)
