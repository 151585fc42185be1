// Reads and checks the settings once at the start. All problems are reported together, as sentences.
import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { markets } from '#contract/values/region.ts'
import { firebaseChecks, firebaseGroup } from './firebase.ts'
import { codeOf } from './db/failures.ts'
import { readStorageUrl } from './storage-address.ts'
import { isWholeSecret, storedSecret, secretFile } from './secrets.ts'

const matching = (isFine: (text: string) => boolean, error: string) =>
  z.string().check(z.refine(isFine, error))
const url = (error: string, ...protocols: string[]) =>
  matching((v) => URL.canParse(v) && protocols.includes(new URL(v).protocol.slice(0, -1)), error)
const whole = (name: string, min: number, max: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}.`
  return z.pipe(
    z.string({ error }).check(z.regex(/^\d{1,9}$/, error)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min, error), z.maximum(max, error))),
  )
}
const flag = (name: string) =>
  z.pipe(
    z.enum(['0', '1', 'true', 'false'], { error: `${name} must be 1 or 0.` }),
    z.transform((v) => v === '1' || v === 'true'),
  )
const oneOf = <const T extends readonly string[]>(name: string, all: T) =>
  z.enum(all, { error: `${name} must be one of ${all.join(', ')}.` })

const web = (name: string) =>
  url(`${name} must be an address that starts with http:// or https://.`, 'http', 'https')
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** Returns the schema of a secret with at least `least` characters. */
const secretText = (name: string, least: number) =>
  z
    .string()
    .check(
      z.minLength(least, `${name} must have at least ${least} characters. Make one: openssl rand -hex 32`),
    )
const trustProxy = 'TRUST_PROXY must be a number of proxies, or addresses separated by commas.'
const unsubscribeEmail = 'UNSUBSCRIBE_EMAIL must be an e-mail address.'

const payfast = {
  id: 'PAYFAST_MERCHANT_ID must be a number, as PayFast shows it.',
  key: 'PAYFAST_MERCHANT_KEY must be letters and digits only, as PayFast shows it.',
  url: 'PAYFAST_URL must start with https://, or with http:// for a stand-in on this machine.',
  networks:
    'PAYFAST_NETWORKS must be addresses, networks like 10.0.0.0/8 or names of hosts, separated by commas.',
} as const
const depositDigits = (name: string) => `${name} must be digits, spaces and dashes only.`

const storageUrl = 'STORAGE_URL must look like s3://key:secret@host:port/bucket.'

/** Returns whether the text is an address, a network like 10.0.0.0/8, or `loopback`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.trim().split('/')
  if (address === 'loopback') return bits === undefined
  const version = isIP(address)
  const whole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return version > 0 && whole && rest.length === 0
}
/** Returns whether the host is this machine. Nobody can intercept traffic to it, so it needs no encryption. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
const isGateway = (text: string): boolean => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopbackHost(hostname)
}
const isHostName = (text: string): boolean =>
  /^(?=.*[a-z])[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text.trim()) && text.trim().length < 254
const isTrust = (text: string): boolean => /^\d{1,2}$/.test(text) || text.split(',').every(isNetwork)

const settings = z.object({
  PORT: z._default(whole('PORT', 0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(web('PUBLIC_URL')),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    url('DATABASE_URL must start with postgres:// or postgresql://.', 'postgres', 'postgresql'),
  ),
  STORAGE_URL: z.optional(matching((v) => readStorageUrl(v) !== undefined, storageUrl)),
  DEMO: z.optional(flag('DEMO')),
  AUTH_SECRET: z.optional(secretText('AUTH_SECRET', 32)),
  ACCESS_TOKEN_MINUTES: z._default(whole('ACCESS_TOKEN_MINUTES', 1, 43_200), 15),
  REQUIRE_VERIFIED_EMAIL: z._default(flag('REQUIRE_VERIFIED_EMAIL'), false),
  SMTP_URL: z.optional(url('SMTP_URL must start with smtp:// or smtps://.', 'smtp', 'smtps')),
  SITE_NAME: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(60)), 'Motorkin'),
  MAIL_FROM: z._default(z.string(), 'no-reply@motorkin.test'),
  AI_BASE_URL: z.optional(web('AI_BASE_URL')),
  AI_API_KEY: z.optional(z.string()),
  AI_MODEL: z.optional(z.string()),
  PAYFAST_MERCHANT_ID: z.optional(z.string().check(z.regex(/^\d{1,20}$/, payfast.id))),
  PAYFAST_MERCHANT_KEY: z.optional(z.string().check(z.regex(/^[a-z\d]{1,40}$/i, payfast.key))),
  PAYFAST_PASSPHRASE: z.optional(z.string()),
  PAYFAST_URL: z._default(
    web('PAYFAST_URL').check(
      z.refine((v) => !URL.canParse(v) || isGateway(v), payfast.url),
      z.overwrite((v) => v.replace(/\/+$/, '')),
    ),
    'https://www.payfast.co.za',
  ),
  PAYFAST_NETWORKS: z.optional(
    matching((v) => v.split(',').every((one) => isNetwork(one) || isHostName(one)), payfast.networks),
  ),
  DEPOSIT_BANK: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  DEPOSIT_ACCOUNT_NAME: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  DEPOSIT_ACCOUNT_NUMBER: z.optional(
    z.string().check(z.trim(), z.regex(/^[\d -]{4,34}$/, depositDigits('DEPOSIT_ACCOUNT_NUMBER'))),
  ),
  DEPOSIT_BRANCH_CODE: z.optional(
    z.string().check(z.trim(), z.regex(/^[\d -]{4,12}$/, depositDigits('DEPOSIT_BRANCH_CODE'))),
  ),
  MAILING_LIST_URL: z.optional(web('MAILING_LIST_URL')),
  UNSUBSCRIBE_EMAIL: z.optional(z.string().check(z.regex(z.regexes.email, unsubscribeEmail))),
  YOUTUBE_API_KEY: z.optional(z.string()),
  YOUTUBE_CHANNEL: z.optional(z.string()),
  YOUTUBE_URL: z._default(web('YOUTUBE_URL'), 'https://www.googleapis.com'),
  YOUTUBE_PICTURES_URL: z._default(web('YOUTUBE_PICTURES_URL'), 'https://i.ytimg.com'),
  FIREBASE_PROJECT_ID: z.optional(firebaseChecks.project),
  FIREBASE_API_KEY: z.optional(z.string()),
  FIREBASE_APP_ID: z.optional(z.string()),
  FIREBASE_CLIENT_EMAIL: z.optional(firebaseChecks.email),
  FIREBASE_PRIVATE_KEY: z.optional(firebaseChecks.key),
  FIREBASE_LONG_POLLING: z._default(flag('FIREBASE_LONG_POLLING'), false),
  FIREBASE_EMULATOR_HOST: z.optional(firebaseChecks.emulator),
  VAPID_PUBLIC_KEY: z.optional(z.string()),
  VAPID_PRIVATE_KEY: z.optional(z.string()),
  VAPID_SUBJECT: z.optional(z.string()),
  LIST_INDEX_MAX_CARS: z._default(whole('LIST_INDEX_MAX_CARS', 0, 20_000_000), 1_500_000),
  LIST_INDEX_FILE: z.optional(z.string()),
  LIST_CACHE_MB: z._default(whole('LIST_CACHE_MB', 8, 4000), 256),
  MARKET: z._default(oneOf('MARKET', markets), 'mixed'),
  METRICS_TOKEN: z.optional(secretText('METRICS_TOKEN', 16)),
  LOG_LEVEL: z._default(oneOf('LOG_LEVEL', logLevels), 'warn'),
  TRUST_PROXY: z.optional(matching(isTrust, trustProxy)),
  NODE_ENV: z.optional(z.string()),
})

type Settings = z.output<typeof settings>
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>
type InCode = { [K in keyof Settings as Camel<K>]: Settings[K] }
/** Settings, and values derived from them. Names are in camel case: `PUBLIC_URL` is `publicUrl`. */
export type Config = Omit<InCode, 'demo' | 'authSecret' | 'publicUrl' | 'listIndexFile'> & {
  demo: boolean
  /** Path of the stored list index; undefined when the index is not stored. */
  listIndexFile: string | undefined
  /** Whether everyone who can reach the server may read the e-mails in its local mailbox, including the links in them. */
  showsEmails: boolean
  /** Whether the server simulates the card payment provider, so that everyone who can reach it pays with made-up money. */
  playsPayfast: boolean
  authSecret: string
  publicUrl: string
}
export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

const inCode = (s: Settings): InCode =>
  Object.fromEntries(
    Object.entries(s).map(([name, value]) => [
      name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as unknown as InCode

/** Groups of settings that must be set together. */
const groups = [
  ['AI_BASE_URL', 'AI_MODEL'],
  ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY'],
  ['DEPOSIT_BANK', 'DEPOSIT_ACCOUNT_NAME', 'DEPOSIT_ACCOUNT_NUMBER', 'DEPOSIT_BRANCH_CODE'],
  ['YOUTUBE_API_KEY', 'YOUTUBE_CHANNEL'],
  firebaseGroup,
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
] as const

/**
 * Returns whether the demo is on. The password of its accounts is public, so without `DEMO` the demo is on only outside
 * production and without `DATABASE_URL`.
 */
const isDemo = (s: Settings): boolean =>
  s.DEMO ?? (s.DATABASE_URL === undefined && s.NODE_ENV !== 'production')

function problemsOf(s: Settings): string[] {
  const problems = groups.flatMap((group) => {
    const missing = group.filter((name) => s[name] === undefined)
    const some = group.filter((name) => s[name] !== undefined)
    return missing.length > 0 && some.length > 0
      ? [`${missing.join(' and ')} must be set as well when ${some.join(' and ')} is set.`]
      : []
  })
  if (s.PAYFAST_MERCHANT_ID === undefined && s.PAYFAST_PASSPHRASE !== undefined)
    problems.push(
      'PAYFAST_MERCHANT_ID and PAYFAST_MERCHANT_KEY must be set as well when PAYFAST_PASSPHRASE is set.',
    )
  if (s.FIREBASE_EMULATOR_HOST !== undefined && s.NODE_ENV === 'production')
    problems.push('FIREBASE_EMULATOR_HOST must not be set in production: the emulator believes everybody.')
  if (s.AUTH_SECRET === undefined && s.DATABASE_URL !== undefined) {
    problems.push('AUTH_SECRET must be set when DATABASE_URL is set. Make one: openssl rand -hex 32')
  } else if (s.AUTH_SECRET === undefined && s.NODE_ENV === 'production' && !isDemo(s)) {
    problems.push('AUTH_SECRET must be set in production without demo data. Make one: openssl rand -hex 32')
  }
  return problems
}

/** Returns the signing secret, or a sentence that says why there is none. */
function secretOf(
  s: Settings,
  secretIn: (dataDir: string) => string,
): { secret: string } | { problem: string } {
  if (s.AUTH_SECRET !== undefined) return { secret: s.AUTH_SECRET }
  try {
    const secret = secretIn(s.DATA_DIR)
    if (isWholeSecret(secret)) return { secret }
    const path = join(s.DATA_DIR, secretFile)
    const advice =
      'Put back the one of a backup, or remove it: a new one is made, and everybody signs in again.'
    return { problem: `${path} is empty or was cut short. ${advice}` }
  } catch (error) {
    const code = codeOf(error) || String(error)
    const advice = 'Name a directory that this user may write to.'
    return { problem: `DATA_DIR (${s.DATA_DIR}) cannot be used: ${code}. ${advice}` }
  }
}

/** Returns the settings in `env`, or all problems as sentences. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  secretIn: (dataDir: string) => string = storedSecret,
): ConfigResult {
  // Shells and container files write an unset variable as an empty one.
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '')
  const result = settings.safeParse(Object.fromEntries(set))
  if (!result.success) return { ok: false, problems: result.error.issues.map((issue) => issue.message) }
  const s = result.data
  const problems = problemsOf(s)
  if (problems.length > 0) return { ok: false, problems }
  const signing = secretOf(s, secretIn)
  if ('problem' in signing) return { ok: false, problems: [signing.problem] }
  const host = ['0.0.0.0', '::', ''].includes(s.HOST) ? '127.0.0.1' : s.HOST
  // Never in production: a link in an e-mail logs its reader in, and everyone could get a paid plan for free.
  const isPlay = isDemo(s) && s.NODE_ENV !== 'production'
  const indexFile = s.LIST_INDEX_FILE ?? join(s.DATA_DIR, 'list-index')
  return {
    ok: true,
    config: {
      ...inCode(s),
      demo: isDemo(s),
      listIndexFile: indexFile === 'off' ? undefined : indexFile,
      showsEmails: isPlay && s.SMTP_URL === undefined,
      playsPayfast: isPlay && s.PAYFAST_MERCHANT_ID === undefined,
      publicUrl: (s.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${s.PORT}`).replace(
        /\/+$/,
        '',
      ),
      authSecret: signing.secret,
    },
  }
}
