import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '#contract/users/account.ts'
import { userRoutes } from '#contract/users/users.ts'
import { type AccountsServer, accountsServer, formOf, password } from '../support/accounts.ts'

let server: AccountsServer
let hosts = 0
beforeAll(async () => {
  server = await accountsServer({ env: { TRUST_PROXY: '1' }, limits: true })
})
afterAll(() => server.close())

/** Returns an IP address that no test has used. */
const somewhere = () => {
  hosts += 1
  return `10.${hosts >> 16}.${(hosts >> 8) & 255}.${hosts & 255}`
}
const from = (ip: string) => ({ 'x-forwarded-for': ip })
interface Try {
  ip?: string
  secret?: string
  device?: string
}
const guess = (email: string, { ip = somewhere(), secret = 'a guess', device }: Try = {}) =>
  server.call(userRoutes.userLogin, {
    body: { email, password: secret },
    headers: { ...from(ip), ...(device !== undefined && { 'x-device': device }) },
  })
const statuses = async (n: number, one: (i: number) => ReturnType<typeof guess>) => {
  const all: number[] = []
  for (let i = 0; i < n; i += 1) all.push((await one(i)).status)
  return all
}

test('The server throttles password guessing after five tries, even for the right password', async () => {
  await server.member('target@example.org')
  const ip = somewhere()
  expect(await statuses(7, () => guess('target@example.org', { ip }))).toEqual([
    401, 401, 401, 401, 401, 429, 429,
  ])
  const right = await guess('target@example.org', { ip, secret: password })
  expect([right.status, right.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(100)
  server.clock.advance(Number(right.headers['retry-after']) * 1000)
  expect((await guess('target@example.org', { ip, secret: password })).status).toBe(200)
})

test('The server throttles an unknown address exactly like the address of a real account', async () => {
  await server.member('real@example.org')
  const seen = async (email: string) => {
    const ip = somewhere()
    const answers = []
    for (let n = 0; n < 8; n += 1) {
      const answer = await guess(email, { ip })
      answers.push([answer.status, answer.error, answer.headers['retry-after']])
    }
    return answers
  }
  expect(await seen('nobody-here@example.org')).toEqual(await seen('real@example.org'))
})

test('The owner signs in from a known device while others guess the password', async () => {
  await server.member('owner@example.org')
  const device = 'the-phone-of-the-owner'
  const ip = somewhere()
  expect((await guess('owner@example.org', { ip, device, secret: password })).status).toBe(200)
  expect((await statuses(8, () => guess('owner@example.org', { ip }))).at(-1)).toBe(429)
  const spread = await statuses(40, () => guess('owner@example.org'))
  expect(spread[0]).toBe(401)
  expect(spread.at(-1)).toBe(429)
  for (const place of [ip, somewhere()]) {
    expect((await guess('owner@example.org', { ip: place, device, secret: password })).status).toBe(200)
  }
  // A stolen phone is limited too.
  expect((await statuses(12, () => guess('owner@example.org', { device }))).at(-1)).toBe(429)
})

test('One IPv4 address or IPv6 network cannot try passwords of many accounts', async () => {
  const four = somewhere()
  const one = await statuses(64, (n) => guess(`spray${n}@example.org`, { ip: four }))
  expect([one[0], one.at(-1)]).toEqual([401, 429])
  const six = await statuses(64, (n) => guess(`spray${n}@example.org`, { ip: `2001:db8:1:2::${n + 1}` }))
  expect([six[0], six.at(-1)]).toEqual([401, 429])
})

test('Guesses that are sent all at once count one by one', async () => {
  await server.member('burst@example.org')
  const ip = somewhere()
  const all = await Promise.all(Array.from({ length: 30 }, () => guess('burst@example.org', { ip })))
  expect(all.filter((a) => a.status === 401)).toHaveLength(5)
})

test('People who know their passwords are never in each other’s way behind one address', async () => {
  await server.member('office@example.org')
  const ip = somewhere()
  expect(new Set(await statuses(70, () => guess('office@example.org', { ip, secret: password })))).toEqual(
    new Set([200]),
  )
})

test('A stolen token does not help to find out the password', async () => {
  await server.member('stolen@example.org')
  const browser = server.browser()
  await browser.signIn('stolen@example.org')
  const ways = [
    [accountRoutes.deleteAccount, {}],
    [accountRoutes.changeEmail, { email: 'thief@example.org' }],
    [accountRoutes.changePassword, { new_password: 'a new horse', confirm_password: 'a new horse' }],
  ] as const
  const seen: number[] = []
  for (let n = 0; n < 9; n += 1) {
    const [route, body] = ways[n % 3] ?? ways[0]
    const answer = await server.call(route, {
      body: { ...body, password: `guess ${n}` },
      token: browser.token,
    })
    seen.push(answer.status)
  }
  expect(seen).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429])
  const late = await server.call(accountRoutes.deleteAccount, { body: { password }, token: browser.token })
  expect(late.error.code).toBe('rate_limited')
})

test('Colleagues behind one address have separate limits on tries at their own passwords', async () => {
  const seen: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const email = `colleague${n}@example.org`
    await server.member(email)
    const browser = server.browser()
    await browser.signIn(email)
    for (let m = 0; m < 5; m += 1) {
      const body = { password: 'a guess' }
      seen.push((await server.call(accountRoutes.deleteAccount, { body, token: browser.token })).status)
    }
  }
  expect(seen).toEqual(Array.from({ length: 25 }, () => 422))
})

type Ways = readonly [(n: number) => Promise<unknown>, (n: number) => Promise<unknown>]
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Times `tries` calls of two kinds in turns, so that other load on the machine slows down both equally. */
async function watch(ways: Ways, tries: number, times: readonly [number[], number[]]): Promise<number> {
  for (let n = 0; n < tries; n += 1) {
    for (const side of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const tried = times[side].length
      const start = performance.now()
      await ways[side](tried)
      times[side].push(performance.now() - start)
    }
  }
  const [a, b] = [median(times[0]), median(times[1])]
  return Math.max(a, b) / Math.min(a, b)
}

/** Expects that both kinds take equally long. A disturbed measurement continues, and all its samples count. */
async function expectAlike(ways: Ways, tries: number): Promise<void> {
  const times = [[], []] as const satisfies [number[], number[]]
  let ratio = await watch(ways, tries, times)
  if (ratio >= 1.2) ratio = await watch(ways, 3 * tries, times)
  expect(ratio).toBeLessThan(1.2)
}

test('A watch does not tell whether an address has an account: signing in', async () => {
  await server.member('watched@example.org')
  const at = (email: string) => async () => {
    server.clock.advance(61_000)
    expect((await guess(email)).status).toBe(401)
  }
  await expectAlike([at('watched@example.org'), at('unwatched@example.org')], 101)
})

test(
  'Response times of password-reset and resend requests do not reveal whether an account exists',
  { tags: ['full'] },
  async () => {
    await server.member('watched2@example.org')
    for (const route of [accountRoutes.forgotPassword, accountRoutes.resendVerification]) {
      const at = (email: string) => async () => {
        expect((await server.call(route, { body: { email }, headers: from(somewhere()) })).status).toBe(200)
      }
      await expectAlike([at('watched2@example.org'), at('unwatched2@example.org')], 401)
    }
  },
)

test('A watch does not tell whether an address has an account: signing up', { tags: ['full'] }, async () => {
  await server.member('watched3@example.org')
  const up = async (email: string) => {
    const sent = { body: formOf(email), headers: from(somewhere()) }
    expect((await server.call(accountRoutes.signUp, sent)).status).toBe(200)
  }
  const ways = [(n: number) => up(`fresh${n}@example.org`), () => up('watched3@example.org')] as const
  await expectAlike(ways, 101)
})
