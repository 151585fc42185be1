import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../server/kernel/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
/** Files that the project did not write: packages, build output, data of a server. */
const notOurs = new Set(
  ['.git/', '.env', ...read('.gitignore').split('\n'), 'package-lock.json'].map((line) =>
    line.replace(/\/$/, ''),
  ),
)
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (notOurs.has(path) || /\.(log|png|webp|woff2)$/.test(path)) return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })
const all = filesIn('.')
/** Files from which the app and its worker are built, beside published packages. */
const bundled = all.filter((file) => /^(src|sw|contract|catalogue|public)\/|^index\.html$/.test(file))

/** Patterns of the keys of well-known providers. */
const shapes = [
  /\bsk-(?=[\w-]*\d)[\w-]{20,}/,
  /\bAIza[\w-]{30,}/,
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_\w{30,}/,
  /\bxox[abp]-[\w-]{10,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^'"`\s]*\s+[\w+/]{16,}/,
  /\bBearer [\w-]*\d[\w-]{19,}/,
]
/** Pattern of a value assigned to the name of a credential, in code, in a form and in a settings file. */
const name = '(api[_-]?key|merchant[_-]?(id|key)|pass[_-]?phrase|private[_-]?key|client[_-]?secret)'
const quote = String.raw`['"\x60]`
const other = String.raw`[^'"\x60\s]`
const given = [
  new RegExp(String.raw`${name}${quote}?\]?\s*(:|=|\?\?=?|\|\|=?)\s*${quote}(?!\$\{)${other}{5,}`, 'i'),
  new RegExp(String.raw`${name}${quote}[^\n>]{0,40}\bvalue[=:]\s*\{?${quote}${other}{5,}`, 'i'),
  new RegExp(String.raw`${name}\s*:\s*(?=[a-z]*\d)\w{6,}`, 'i'),
  new RegExp(String.raw`^[# ]*[A-Z_]*${name}=\S`, 'im'),
]
const holds = (text: string, what: RegExp[]) => what.some((one) => one.test(text))

test('The scan detects a credential by shape or variable name, but ignores bare names', () => {
  const key = `sk-${'a1B2'.repeat(8)}`
  const looks = [`"${key}"`, `AIza${'Sy0_'.repeat(9)}`, `authorization: 'Bearer ${'9f'.repeat(16)}'`]
  expect(looks.filter((text) => !holds(text, shapes))).toEqual([])
  const value = '46f0c' + 'd694581a'
  const names = [
    `const apiKey = '${value}'`,
    `merchant_key: "${value}",`,
    `fields['merchant_id'] = '${value}'`,
    `config.passphrase ?? '${value}'`,
    `<input type="hidden" name="merchant_key" value="${value}">`,
    `# PAYFAST_MERCHANT_KEY=${value}`,
    `Sign in with merchant_key: ${value}.`,
  ]
  expect(names.filter((text) => !holds(text, given))).toEqual([])
  const none = [
    'AI_API_KEY: optional(z.string())',
    '# AI_API_KEY=',
    'merchant_key: {key}',
    '`Bearer ${token}`',
  ]
  expect(none.filter((text) => holds(text, [...shapes, ...given]))).toEqual([])
})

test('The code, the docs and the bundle’s sources contain no credentials [R-CONST-23]', () => {
  expect(all.filter((file) => holds(read(file), shapes))).toEqual([])
  // Tests contain made-up credentials, for servers of their own.
  const real = all.filter((file) => !file.startsWith('tests/'))
  expect(real.filter((file) => holds(read(file), given))).toEqual([])
  for (const one of ['README.md', '.env.example', 'docs/operations.md', 'server/main.ts', 'vite.config.ts'])
    expect(real).toContain(one)

  // The build adds nothing that these files do not contain: of the machine's settings it reads only the name of the version.
  expect(bundled.length).toBeGreaterThan(200)
  expect(bundled.filter((file) => /process\.env|loadEnv|server\/kernel/.test(read(file)))).toEqual([])
  const asked = bundled.flatMap((file) => [...read(file).matchAll(/import\.meta\.env\b(\[?['.\w]*)/g)])
  const allowed = ['.PROD', '.DEV', "['VITE_VERSION'"]
  expect(asked.map(([, what]) => what).filter((what) => !allowed.includes(what ?? ''))).toEqual([])
  expect(read('vite.config.ts')).not.toMatch(/\bdefine\b(?!Config)|envPrefix|loadEnv/)
  const settings = [...read('vite.config.ts').matchAll(/process\.env(\S{0,8})/g)].map(([, what]) => what)
  expect(settings).toEqual(["['PORT']"])

  // The server reads its credentials from its settings and has no defaults.
  const result = readConfig({}, () => 'kept'.repeat(8))
  expect(result.ok).toBe(true)
  const config = result.ok ? result.config : undefined
  expect(config?.host).toBe('127.0.0.1')
  expect([
    config?.aiApiKey,
    config?.payfastMerchantId,
    config?.payfastMerchantKey,
    config?.payfastPassphrase,
    config?.youtubeApiKey,
    config?.firebasePrivateKey,
  ]).toEqual(Array.from({ length: 6 }))
})
