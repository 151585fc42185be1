import fc from '../support/property.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { History, histories, type Act } from './history.ts'
import { broken } from './laws.ts'
import { openRealServer, type RealServer } from './real-server.ts'

const runs = Number(process.env['ENGINE_RUNS'] ?? 1000)
const seed = Number(process.env['ENGINE_SEED'] ?? 20_261_122)
/** Number of histories that run in parallel: the server's disk limits each of them. */
const beside = 8

let named = 0
/** Runs one history on a phone of its own. Returns the laws that it breaks. */
async function live(market: RealServer, acts: readonly Act[]): Promise<string[]> {
  const name = `h${++named}`
  // The server limits calls by address, so no two histories share an address.
  const address = `10.0.${named >> 8}.${named & 255}`
  const history = new History(market, name, await market.people(name), address)
  try {
    await history.act({ do: 'login', user: 0 })
    for (const act of acts) await history.act(act)
    await history.heal()
    return await broken(market, history)
  } finally {
    history.phone.close()
  }
}

/** Runs each `step`th history from `first` on; the files that call this function run in parallel. */
export function liveThrough(first: number, step: number): void {
  let market: RealServer
  beforeAll(async () => {
    market = await openRealServer()
  })
  afterAll(() => market.close())
  test(
    `Whatever happens on the way between the real engine and the real server, what a person saved arrives once and as they meant it (${first + 1} of ${step}, ${runs} histories) [I1 I2 I4 I8 I9 I10 I18 R-PWA-27 R-PWA-28 R-PWA-37]`,
    { timeout: 1_200_000 },
    async () => {
      const all = fc.sample(histories, { numRuns: runs, seed }).filter((_, i) => i % step === first)
      const failed: { place: number; wrong: string[]; acts: readonly Act[] }[] = []
      let next = 0
      const worker = async () => {
        while (next < all.length && failed.length === 0) {
          const place = next++
          const acts = all[place] ?? []
          const wrong = await live(market, acts).catch((error: unknown) => [
            error instanceof Error ? (error.stack ?? error.message) : String(error),
          ])
          if (wrong.length > 0) failed.push({ place, wrong, acts })
        }
      }
      await Promise.all(Array.from({ length: beside }, worker))
      expect(failed.map((f) => ({ ...f, acts: JSON.stringify(f.acts), seed }))).toEqual([])
    },
  )
}
