import { limits } from '#contract/limits.ts'
import { measureFirstVisit, type FirstVisit } from '../tests/support/budget.ts'
import { startServer } from '../tests/support/server.ts'

/**
 * What a phone that was never here pays before its first listing, in real Chromium against the real server.
 * Ends with 1 when a hard limit is broken; times are printed and never judged.
 */
interface Budget {
  what: string
  of: (visit: FirstVisit) => number
  budget: number
  hard: number
  kb?: boolean
}
const KB = 1024
const budgets: Budget[] = [
  { what: 'requests before the first listing', of: (v) => v.requestsBefore, budget: 8, hard: 12 },
  {
    what: 'script on the wire before it',
    of: (v) => v.scriptBytesBefore,
    budget: 100 * KB,
    hard: 112 * KB,
    kb: true,
  },
  { what: 'layout shift', of: (v) => v.layoutShift, budget: 0, hard: 0.02 },
  {
    what: 'pictures of the first view',
    of: (v) => v.pictureBytes,
    budget: 180 * KB,
    hard: 260 * KB,
    kb: true,
  },
]
const show = (b: Budget, n: number) =>
  b.kb ? `${(n / KB).toFixed(1)} KB` : String(Math.round(n * 1e4) / 1e4)

async function someListing(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/api/v1/cars/get-car-list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ limit: Math.min(1, limits.maxLimit) }),
  })
  const { data } = (await reply.json()) as { data: { slug: string }[] }
  return `/listing/${data[0]?.slug ?? ''}`
}

const server = await startServer()
let broken = 0
try {
  for (const path of ['/listings', await someListing(server.origin)]) {
    const visit = await measureFirstVisit(server.origin, path)
    console.log(
      `\nA first visit to ${path.replace(/[^/]+$/, (last) => (last === 'listings' ? last : '{slug}'))}`,
    )
    for (const b of budgets) {
      const value = b.of(visit)
      const verdict = value > b.hard ? 'TOO MUCH' : value > b.budget ? 'over budget' : 'ok'
      if (value > b.hard) broken++
      console.log(
        `${b.what.padEnd(52)} ${show(b, value).padStart(10)}  budget ${show(b, b.budget).padStart(9)}  limit ${show(b, b.hard).padStart(9)}  ${verdict}`,
      )
    }
    console.log(`first listing on screen after ${visit.firstListingAt} ms on this machine`)
    for (const shift of visit.shifts) console.log(`  moved: ${shift}`)
  }
} finally {
  await server.stop()
}
process.exit(broken > 0 ? 1 : 0)
