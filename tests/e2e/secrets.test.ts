import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { pathOf, type Route } from '#contract/http.ts'
import { routes } from '#contract/index.ts'
import { orderRoutes } from '#contract/plans/orders.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { startJobs } from '../../server/start-jobs.ts'
import { password } from '../support/accounts.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { callTable, callWorld } from '../support/call-table.ts'
import { adminSession, furnish } from '../support/motorkin.ts'
import { serviceKey } from '../support/firestore-server.ts'
import { distDir } from '../support/server.ts'

/** The operator's secrets occur in no file of the app, no line of the log and no response. */

const nowhere = '127.0.0.1:1'
const key = serviceKey()
/** A value of each setting that reveals it wherever it occurs. */
const secrets = {
  AUTH_SECRET: 'kept1authsecret000000000000000000000000',
  PAYFAST_MERCHANT_KEY: 'kept2merchantkey',
  PAYFAST_PASSPHRASE: 'kept3passphrase',
  AI_API_KEY: 'kept4aikey',
  YOUTUBE_API_KEY: 'kept5videokey',
  METRICS_TOKEN: 'kept6metricstoken',
  SMTP_URL: 'kept7mailword',
  DATABASE_URL: 'kept8databaseword',
  STORAGE_URL: 'kept9storageword',
  // One line of the key reveals it.
  FIREBASE_PRIVATE_KEY: key.split('\n')[3] ?? '',
} as const
const env = {
  ...secrets,
  SMTP_URL: `smtp://post:${secrets.SMTP_URL}@${nowhere}`,
  DATABASE_URL: `postgres://motorkin:${secrets.DATABASE_URL}@${nowhere}/motorkin`,
  STORAGE_URL: `s3://key:${secrets.STORAGE_URL}@${nowhere}/bucket`,
  PAYFAST_MERCHANT_ID: '10000100',
  AI_BASE_URL: `http://${nowhere}`,
  AI_MODEL: 'a-model',
  YOUTUBE_URL: `http://${nowhere}`,
  YOUTUBE_CHANNEL: 'UCfakefakefakefakefakefa',
  FIREBASE_PRIVATE_KEY: key,
  FIREBASE_PROJECT_ID: 'a-project',
  FIREBASE_API_KEY: 'public1apikey',
  FIREBASE_APP_ID: 'public2appid',
  FIREBASE_CLIENT_EMAIL: 'chats@example.org',
  FIREBASE_EMULATOR_HOST: nowhere,
  LOG_LEVEL: 'trace',
}

/** Returns the names of the secrets that a text contains. */
const found = (text: string, hidden: Readonly<Record<string, string>> = secrets): string[] =>
  Object.entries(hidden).flatMap(([name, value]) => (text.includes(value) ? [name] : []))

let server: TestServer
const log: string[] = []
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      log.push(chunk.toString('utf8'))
      done()
    },
  })
  server = await testServer({
    env,
    log: fastify({ logger: { level: 'trace', stream } }).log,
    webRoot: join(distDir, 'app'),
    checkReplies: false,
    seed: async ({ db }) => void (await furnish(db)),
  })
})
afterAll(() => server.close())

interface Said {
  name: string
  status: number
  /** Body of the response, with its headers. */
  text: string
}
async function ask(name: string, token: string | undefined, payload?: object): Promise<Said> {
  const route = routes[name as keyof typeof routes] as Route
  const { body, params, headers } = callTable[name as keyof typeof routes]
  const answer = await server.app.inject({
    method: route.method,
    url: pathOf(route, params),
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...((payload ?? body) !== undefined && { payload: payload ?? body }),
  })
  return {
    name,
    status: answer.statusCode,
    text: `${answer.statusCode} ${JSON.stringify(answer.headers)} ${answer.body}`,
  }
}

/**
 * Sets up an authenticator app as an admin does. Returns the secret and a recovery code, which the server sends only this once.
 */
async function secondFactor(token: string): Promise<Record<string, string>> {
  const begun = await server.call(secondFactorRoutes.beginSecondFactor, { body: { password }, token })
  const { secret } = begun.reply.data
  const timestamp = server.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const confirmed = await server.call(secondFactorRoutes.confirmSecondFactor, { body: { code }, token })
  return { TOTP: secret, RECOVERY: confirmed.reply.data.recovery_codes[0] ?? '' }
}

/** The call that deletes the account comes last. */
const names = Object.keys(callTable).sort(
  (a, b) => Number(a === 'deleteAccount') - Number(b === 'deleteAccount'),
)

test('No answer and no line of the log has a secret, whoever calls what [R-ROLE-20 R-EXT-11]', async () => {
  const password_hash = await hashPassword(password)
  const told: Said[] = []
  const hidden: Record<string, string> = { ...secrets, PASSWORD: password, HASH: '$argon2' }
  for (const role of ['visitor', 'owner', 'admin'] as const) {
    const user = (await callWorld(server, password_hash)).get(role)
    const token =
      role === 'admin' ? await adminSession(server, { id: 'admin' }) : user && (await server.token(user))
    if (role === 'admin') {
      const mine = await secondFactor(token ?? '')
      for (const [name, value] of Object.entries(mine)) hidden[name] = value
    }
    for (const name of names) told.push(await ask(name, token))
  }
  for (const url of ['/', '/listings', '/admin', '/metrics', '/readyz', '/dev/mail', '/dev/pay/x']) {
    const answer = await server.app.inject({ url, headers: { accept: 'text/html' } })
    told.push({
      name: url,
      status: answer.statusCode,
      text: `${JSON.stringify(answer.headers)} ${answer.body}`,
    })
  }
  // E-mail, videos, descriptions and pictures: each fails and logs its failure.
  const jobs = startJobs(server.deps, server.app.log)
  const failures = ['the list of videos could not be fetched', 'an e-mail could not be sent yet']
  await expect.poll(() => failures.filter((words) => !log.join('').includes(words))).toEqual([])
  await jobs.stop()

  expect(told.filter(({ status }) => status === 200).length).toBeGreaterThan(100)
  expect(told.flatMap(({ name, text }) => found(text, hidden).map((one) => `${name}: ${one}`))).toEqual([])
  expect(log.length).toBeGreaterThan(0)
  expect(found(log.join(''), hidden)).toEqual([])
})

test('The log shows a failed call’s URL without the token from an e-mail', async () => {
  const before = log.length
  vi.spyOn(server.db, 'tx').mockRejectedValue(new Error('broken'))
  const params = { token: 'kept10linkofaletter'.padEnd(43, 'x') }
  const answer = await server.call(accountRoutes.verifyForgotPasswordString, { params })
  expect(answer.status).toBe(500)
  const said = log.slice(before).join('')
  expect(said).toContain('a call failed')
  expect(said).not.toContain(params.token)
})

test('The payment form contains the merchant key but never the passphrase', async () => {
  const user = (await callWorld(server, '')).get('user')
  if (!user) throw new Error('nobody')
  const body = { subs_id: 'platinum', duration: 1, method: 'card' as const }
  const token = await server.token(user)
  const { reply } = await server.call(orderRoutes.applySubscriptionOrder, { body, token })
  expect(found(JSON.stringify(reply))).toEqual(['PAYFAST_MERCHANT_KEY'])
})

/** Starts a server with settings that prevent its start. Returns its output. */
function starting(settings: Record<string, string>): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'motorkin-secrets-'))
  const child = spawn(process.execPath, [join(distDir, 'server/main.js')], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: data, DEMO: '0', ...settings },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')))
  return new Promise((done) => {
    child.once('close', () => {
      rmSync(data, { recursive: true, force: true })
      done(said.join(''))
    })
  })
}

test('A server that cannot start says why, and no secret with it', { tags: ['full'] }, async () => {
  const { DATABASE_URL: _, ...embedded } = env
  const said = await Promise.all([
    starting(env),
    starting(embedded),
    starting({ ...env, STORAGE_URL: `s3://key:${secrets.STORAGE_URL}@`, METRICS_TOKEN: 'short', PORT: 'x' }),
  ])
  for (const text of said) {
    expect(text).toMatch(/could not start|cannot start/)
    expect(found(text)).toEqual([])
  }
})

test('No app file contains a secret of its builder or a secret’s name', () => {
  const app = join(distDir, 'app')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .map((name) => join(app, name))
    .filter((file) => !/\.(br|gz)$/.test(file) && statSync(file).isFile())
  expect(files.length).toBeGreaterThan(20)
  const named = Object.keys(secrets)
  const ofBuilder = Object.fromEntries(
    named.flatMap((name) => {
      const value = process.env[name]
      return value === undefined || value.length < 8 ? [] : [[name, value]]
    }),
  )
  const hidden = {
    ...secrets,
    ...ofBuilder,
    ...Object.fromEntries(named.map((name) => [`name of ${name}`, name])),
  }
  const told = files.flatMap((file) =>
    found(readFileSync(file, 'latin1'), hidden).map((one) => `${file}: ${one}`),
  )
  expect(told).toEqual([])
})
