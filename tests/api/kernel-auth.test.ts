import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Auth } from '#contract/http.ts'
import { route } from '#contract/parts.ts'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import { mintId } from '../../server/kernel/ids.ts'
import { hashPassword, passwordMatches } from '../../server/kernel/secrets.ts'
import { callerOf, type TestDeps, type TestServer, testDeps } from '../support/api.ts'

const who = <A extends Auth>(auth: A) =>
  route(`GET probe/${auth}`, `probe-${auth}`, {
    auth,
    reply: { user: z.nullable(z.string()), actor: z.string() },
  })
const open = who('none')
const either = who('optional')
const closed = who('required')

const week = 7 * 24 * 3600
const ada: User = {
  id: 'u1',
  fullname: 'Ada Ọlá',
  email: 'ada@motorkin.test',
  avatarurl: '/media/a',
  is_subscriber: true,
  role: 'user',
}

let world: TestDeps
let call: TestServer['call']
let close: () => Promise<void>
beforeAll(async () => {
  world = await testDeps()
  const { app, mount } = await baseApp(world.deps, { limits: false, checkReplies: true })
  for (const probe of [open, either, closed]) {
    mount(probe, async ({ user, actor }) => ({
      success: true as const,
      msg: '',
      user: user?.fullname ?? null,
      actor: actor.key,
    }))
  }
  call = callerOf(app)
  close = () => app.close()
  await app.ready()
})
afterAll(async () => {
  await close()
  await world.end()
})

test('Whoever is signed in is known by the token alone [R-ENT-19 R-ENT-24 R-API-02]', async () => {
  const token = await issueToken(ada, world.deps, week)
  for (const probe of [open, either, closed]) {
    expect((await call(probe, { token })).reply).toMatchObject({ user: 'Ada Ọlá', actor: 'u:u1' })
  }
})

test('A phone reads the user out of the token [R-ENT-19 R-ENT-24]', async () => {
  const [, claims = ''] = (await issueToken(ada, world.deps, week)).split('.')
  const now = world.clock.now().getTime() / 1000
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    ...ada,
    sub: 'u1',
    iat: now,
    exp: now + week,
  })
})

test('A guest without a token uses public calls and must sign in elsewhere', async () => {
  const headers = { 'x-device': 'phone-1' }
  expect((await call(open, { headers })).reply).toMatchObject({ user: null, actor: 'd:phone-1' })
  expect((await call(either, { headers })).reply).toMatchObject({ user: null })
  const refused = await call(closed, { headers })
  expect(refused.status).toBe(401)
  expect(refused.error.code).toBe('unauthenticated')
})

test('An expired session is named as such and does not block public calls [R-ENT-25]', async () => {
  const token = await issueToken(ada, world.deps, 60)
  world.clock.advance(59_000)
  expect((await call(closed, { token })).status).toBe(200)
  world.clock.advance(2000)
  for (const probe of [either, closed]) {
    const { status, error } = await call(probe, { token })
    expect([status, error.code]).toEqual([401, 'token_expired'])
  }
  expect((await call(open, { token })).reply.user).toBeNull()
})

const forged = async (secret: string, claims: object, alg = 'HS256') =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setIssuer('motorkin')
    .setExpirationTime(Math.floor(world.clock.now().getTime() / 1000) + 1000)
    .sign(new TextEncoder().encode(secret))

/** Returns a token with a valid signature and no expiry. */
const endless = () =>
  new SignJWT({ ...ada })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('motorkin')
    .sign(new TextEncoder().encode(world.deps.config.authSecret))

test('A token that is not ours opens nothing', async () => {
  const { authSecret } = world.deps.config
  const good = await issueToken(ada, world.deps, week)
  const [head, claims, signature] = good.split('.')
  const admin = Buffer.from(JSON.stringify({ ...ada, role: 'admin' })).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const token of [
    'nonsense',
    'a.b.c',
    `${head}.${admin}.${signature}`,
    `${none}.${claims}.`,
    await forged('another secret, just as long as ours', ada),
    await forged(authSecret, ada, 'HS512'),
    await forged(authSecret, { id: 'u1' }),
    await endless(),
  ]) {
    const { status, error } = await call(closed, { token })
    expect({ token, status, code: error.code }).toEqual({ token, status: 401, code: 'unauthenticated' })
  }
  const basic = await call(closed, { headers: { authorization: `Basic ${good}` } })
  expect(basic.error.code).toBe('unauthenticated')
})

test('A device that names itself strangely is not taken by that name', async () => {
  for (const device of ['x'.repeat(65), 'u:u1', 'a b']) {
    expect((await call(open, { headers: { 'x-device': device } })).reply.actor).toBe('ip:127.0.0.1')
  }
})

test('A password is kept so that only itself opens it', async () => {
  const [one, two] = [await hashPassword('motorkin-demo'), await hashPassword('motorkin-demo')]
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(two)
  expect(await passwordMatches(one, 'motorkin-demo')).toBe(true)
  expect(await passwordMatches(one, 'Motorkin-demo')).toBe(false)
})

test('An address that nobody has costs the same work, and nothing opens it', async () => {
  await passwordMatches(undefined, 'warm')
  const known = await hashPassword('motorkin-demo')
  const took = async (stored: string | undefined) => {
    const start = process.hrtime.bigint()
    for (let i = 0; i < 5; i += 1) expect(await passwordMatches(stored, 'wrong')).toBe(false)
    return Number(process.hrtime.bigint() - start)
  }
  const rounds: [number, number][] = []
  for (let round = 0; round < 3; round += 1) rounds.push([await took(undefined), await took(known)])
  // The minimum ignores rounds that a busy machine slows down.
  const [unknown, wrong] = [Math.min(...rounds.map(([a]) => a)), Math.min(...rounds.map(([, b]) => b))]
  // Argon2 takes milliseconds; an early return would take microseconds.
  expect(unknown).toBeGreaterThan(wrong / 5)
  expect(await passwordMatches(undefined, 'nobody has this password')).toBe(false)
})

test('Ids are all different and sort by the time they were made', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => mintId(1_700_000_000_000 + i))
  expect(new Set(ids).size).toBe(2000)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
