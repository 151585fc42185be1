import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../server/kernel/config.ts'
import { storedSecret } from '../../../server/kernel/secrets.ts'

const kept = 'kept'.repeat(8)
const read = (env: Record<string, string | undefined> = {}) => readConfig(env, () => kept)
function good(env: Record<string, string | undefined> = {}) {
  const result = read(env)
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config
}
function problems(env: Record<string, string>) {
  const result = read(env)
  return result.ok ? [] : result.problems
}
const secret = 'x'.repeat(32)

test('Without a single setting the server runs embedded, with the demo, on port 3000', () => {
  expect(good()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: './data',
    demo: true,
    market: 'mixed',
    authSecret: kept,
  })
  expect(good().databaseUrl).toBeUndefined()
})

test('An empty setting counts as unset', () => {
  expect(good({ PORT: '', DATABASE_URL: ' ', MARKET: undefined })).toMatchObject({ port: 3000, demo: true })
})

test('The public address follows host and port and loses a trailing slash', () => {
  expect(good({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080')
  expect(good({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
  expect(good({ PUBLIC_URL: 'https://motorkin.test/' }).publicUrl).toBe('https://motorkin.test')
})

test('With PostgreSQL the demo is off unless it is asked for', () => {
  const DATABASE_URL = 'postgres://u:p@localhost/motorkin'
  expect(good({ DATABASE_URL, AUTH_SECRET: secret }).demo).toBe(false)
  expect(good({ DATABASE_URL, AUTH_SECRET: secret, DEMO: '1' }).demo).toBe(true)
  expect(good({ DEMO: '0' }).demo).toBe(false)
})

test('In production, demo sign-in is off unless it is requested', () => {
  const production = { NODE_ENV: 'production', AUTH_SECRET: secret }
  expect(good(production).demo).toBe(false)
  expect(good({ ...production, DEMO: '1' }).demo).toBe(true)
  expect(problems({ NODE_ENV: 'production' })).toEqual([
    'AUTH_SECRET must be set in production without demo data. Make one: openssl rand -hex 32',
  ])
  expect(good({ NODE_ENV: 'development' }).demo).toBe(true)
})

test('Only a demo without a mail server shows e-mails, and production never does [R-EXT-18]', () => {
  const shown = (env: Record<string, string> = {}) => good({ AUTH_SECRET: secret, ...env }).showsEmails
  expect([shown(), shown({ NODE_ENV: 'development' }), shown({ NODE_ENV: 'test', DEMO: '1' })]).toEqual([
    true,
    true,
    true,
  ])
  expect([shown({ DEMO: '0' }), shown({ SMTP_URL: 'smtp://mail.test' })]).toEqual([false, false])
  const NODE_ENV = 'production'
  expect([shown({ NODE_ENV }), shown({ NODE_ENV, DEMO: '1' })]).toEqual([false, false])
})

test('A demo without a real account plays the payment provider, and production never does [R-EXT-11]', () => {
  const plays = (env: Record<string, string> = {}) => good({ AUTH_SECRET: secret, ...env }).playsPayfast
  expect([plays(), plays({ DEMO: '0' }), plays({ NODE_ENV: 'production', DEMO: '1' })]).toEqual([
    true,
    false,
    false,
  ])
  expect(plays({ PAYFAST_MERCHANT_ID: '10000100', PAYFAST_MERCHANT_KEY: 'abc123' })).toBe(false)
  expect(good().payfastUrl).toBe('https://www.payfast.co.za')
  expect(good({ PAYFAST_URL: 'http://127.0.0.1:3903/' }).payfastUrl).toBe('http://127.0.0.1:3903')
})

test.each([
  [{ PAYFAST_MERCHANT_ID: 'merchant' }, 'PAYFAST_MERCHANT_ID must be a number, as PayFast shows it.'],
  [
    { PAYFAST_MERCHANT_ID: '1', PAYFAST_MERCHANT_KEY: 'a key' },
    'PAYFAST_MERCHANT_KEY must be letters and digits only, as PayFast shows it.',
  ],
  [
    { PAYFAST_URL: 'http://www.payfast.co.za' },
    'PAYFAST_URL must start with https://, or with http:// for a stand-in on this machine.',
  ],
  [
    { PAYFAST_NETWORKS: '10.0.0.0/8,10.0.0.0/99' },
    'PAYFAST_NETWORKS must be addresses, networks like 10.0.0.0/8 or names of hosts, separated by commas.',
  ],
  [
    { PAYFAST_PASSPHRASE: 'phrase' },
    'PAYFAST_MERCHANT_ID and PAYFAST_MERCHANT_KEY must be set as well when PAYFAST_PASSPHRASE is set.',
  ],
  [
    { DEPOSIT_BANK: 'Bank', DEPOSIT_ACCOUNT_NAME: 'Motorkin', DEPOSIT_BRANCH_CODE: '250655' },
    'DEPOSIT_ACCOUNT_NUMBER must be set as well when DEPOSIT_BANK and DEPOSIT_ACCOUNT_NAME and DEPOSIT_BRANCH_CODE is set.',
  ],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0.'],
  [{ MARKET: 'uk' }, 'MARKET must be one of mixed, za, ng.'],
  [{ PUBLIC_URL: 'motorkin.test' }, 'PUBLIC_URL must be an address that starts with http:// or https://.'],
  [
    { DATABASE_URL: 'mysql://localhost/x', AUTH_SECRET: secret },
    'DATABASE_URL must start with postgres:// or postgresql://.',
  ],
  [{ STORAGE_URL: 'https://s3' }, 'STORAGE_URL must look like s3://key:secret@host:port/bucket.'],
  [{ SMTP_URL: 'mail.test' }, 'SMTP_URL must start with smtp:// or smtps://.'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters. Make one: openssl rand -hex 32'],
  [
    { DATABASE_URL: 'postgres://localhost/m' },
    'AUTH_SECRET must be set when DATABASE_URL is set. Make one: openssl rand -hex 32',
  ],
  [
    { NODE_ENV: 'production', DEMO: '0' },
    'AUTH_SECRET must be set in production without demo data. Make one: openssl rand -hex 32',
  ],
  [{ AI_BASE_URL: 'http://ai.test' }, 'AI_MODEL must be set as well when AI_BASE_URL is set.'],
  [
    { VAPID_PUBLIC_KEY: 'k' },
    'VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set as well when VAPID_PUBLIC_KEY is set.',
  ],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a number of proxies, or addresses separated by commas.'],
  [{ TRUST_PROXY: 'abc' }, 'TRUST_PROXY must be a number of proxies, or addresses separated by commas.'],
  [
    { TRUST_PROXY: '10.0.0.0/99' },
    'TRUST_PROXY must be a number of proxies, or addresses separated by commas.',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
])('%j is answered with the sentence that says what is wrong', (env, sentence) => {
  expect(problems(env)).toEqual([sentence])
})

test.each(['2', '0', '10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8', 'loopback'])(
  'TRUST_PROXY may be %s',
  (TRUST_PROXY) => {
    expect(problems({ TRUST_PROXY })).toEqual([])
  },
)

test('Everything that is wrong is said at once', () => {
  expect(problems({ PORT: 'x', MARKET: 'uk', DEMO: 'x' })).toHaveLength(3)
})

test('Every setting is explained in .env.example, and nothing else is', () => {
  const example = readFileSync('.env.example', 'utf8')
  const documented = [...example.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  const config = Object.keys(good(Object.fromEntries(documented.map((name) => [String(name), '']))))
  const known = [...readFileSync('server/kernel/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name,
  )
  expect(new Set(documented)).toEqual(new Set(known.filter((name) => name !== 'NODE_ENV')))
  expect(config.length).toBeGreaterThan(5)
})

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-config-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('The secret is made once, kept, and readable by nobody else', () => {
  const data = join(dir, 'new', 'data')
  const first = storedSecret(data)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(storedSecret(data)).toBe(first)
  expect(statSync(join(data, 'auth-secret')).mode & 0o777).toBe(0o600)
})

test('An unusable data directory and a truncated secret are reported with what to do', () => {
  const file = join(dir, 'file')
  writeFileSync(file, '')
  expect(readConfig({ DATA_DIR: file })).toEqual({
    ok: false,
    problems: [`DATA_DIR (${file}) cannot be used: EEXIST. Name a directory that this user may write to.`],
  })
  const path = join(dir, 'auth-secret')
  // An empty file, half a secret, and the zero bytes that a power cut may leave in place of unwritten bytes.
  for (const cut of ['', 'a1'.repeat(20), 'a1'.repeat(31), '\0'.repeat(64)]) {
    writeFileSync(path, cut)
    expect(readConfig({ DATA_DIR: dir })).toEqual({
      ok: false,
      problems: [
        `${path} is empty or was cut short. Put back the one of a backup, or remove it: a new one is made, and everybody signs in again.`,
      ],
    })
  }
})

test(
  'Processes that start together get one secret, whole, and leave nothing beside it',
  { tags: ['full'] },
  async () => {
    const places = Array.from({ length: 200 }, (_, n) => join(dir, String(n)))
    const module = new URL('../../../server/kernel/secrets.ts', import.meta.url).href
    const code = `const { storedSecret } = await import('${module}')
    const begin = Number(process.argv[1])
    while (Date.now() < begin);
    console.log(JSON.stringify(process.argv.slice(2).map((place) => storedSecret(place))))`
    // All processes have loaded their code before this time.
    const begin = String(Date.now() + 6000)
    const run = promisify(execFile)
    const args = ['--import', 'tsx', '--input-type=module', '-e', code, begin, ...places]
    const heard = await Promise.all([1, 2, 3].map(() => run(process.execPath, args)))
    const [first = [], ...others] = heard.map(({ stdout }) => JSON.parse(stdout) as string[])
    expect(first.filter((secret) => /^[0-9a-f]{64}$/.test(secret))).toHaveLength(places.length)
    for (const other of others) expect(other).toEqual(first)
    expect(new Set(places.flatMap((place) => readdirSync(place)))).toEqual(new Set(['auth-secret']))
  },
)

test('The list index is saved beside the data, at a configured path or nowhere', () => {
  const fileOf = (env: Record<string, string>) => {
    const result = readConfig({ AUTH_SECRET: 'x'.repeat(40), ...env })
    return result.ok ? result.config.listIndexFile : result.problems
  }
  expect(fileOf({ DATA_DIR: '/srv/data' })).toBe('/srv/data/list-index')
  expect(fileOf({ DATA_DIR: '/srv/data', LIST_INDEX_FILE: '/fast/index' })).toBe('/fast/index')
  expect(fileOf({ LIST_INDEX_FILE: 'off' })).toBeUndefined()
})
