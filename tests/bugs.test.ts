import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import {
  describeBug,
  ignoreExpected,
  isMissingFile,
  isOffline,
  isRefused,
  reportBug,
} from '#contract/values/expected.ts'
import { takeBugs } from './support/bugs.ts'

describe('A failure that is tolerated', () => {
  test('is swallowed when its kind is named, and reported otherwise', async () => {
    const bug = new ReferenceError('x is not defined')
    const tolerant = ignoreExpected('testing', isOffline, isRefused)
    for (const expected of [new AppError('timeout'), new DOMException('No.', 'NotAllowedError')])
      expect(await Promise.reject(expected).catch(tolerant)).toBeUndefined()
    expect(takeBugs()).toEqual([])
    for (const error of [bug, new AppError('validation_failed'), 'network'])
      expect(await Promise.reject(error as Error).catch(tolerant)).toBeUndefined()
    expect(takeBugs()).toMatchObject([bug, { code: 'validation_failed', during: 'testing' }, 'network'])
  })
  test('is told apart by name, code or type, never by its words', () => {
    expect(isOffline(new Error('network'))).toBe(false)
    expect(isOffline({ code: 'network' })).toBe(true)
    expect(isRefused(new DOMException('network', 'SecurityError'))).toBe(true)
    expect(isMissingFile(new TypeError('anything'))).toBe(true)
    expect(isOffline(undefined)).toBe(false)
  })
})

describe('What is told of a bug', () => {
  test('is its name, code, place and what was being done, and never its words', () => {
    const error = Object.assign(new TypeError('my secret at /assets/secret.js:1:2'), { code: 'E_ODD' })
    error.stack = `${String(error)}\n    at f (https://motorkin.test/assets/open-abc.js:1:2345)`
    reportBug(error, 'opening')
    expect(takeBugs()).toEqual([error])
    expect(describeBug(error)).toEqual({
      name: 'TypeError',
      code: 'E_ODD',
      at: 'open-abc.js:1:2345',
      during: 'opening',
    })
    for (const thrown of ['my secret', { name: 'my secret', code: 'my secret' }, null, undefined, 7])
      expect(JSON.stringify(describeBug(thrown))).not.toContain('secret')
    expect(describeBug(undefined)).toEqual({ name: 'undefined' })
  })
  test('survives the way from a worker to its page', () => {
    const bug = { name: 'TypeError', code: 'E_ODD', at: 'market-worker-abc.js:1:2', during: 'searching' }
    expect(describeBug(bug)).toEqual(bug)
  })
})

/** Returns the places in a file where code ignores every failure, whatever its reason. */
function swallowed(file: string, text: string): string[] {
  // A test may check only that something fails; the app must know which failures it expects.
  const looks = file.startsWith('tests/')
  const found: string[] = []
  const isConstant = (node: Node | null | undefined): boolean =>
    node == null ||
    (node.type === 'Literal' && !looks && (typeof node.value !== 'string' || node.value === '')) ||
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void') ||
    (node.type === 'ArrayExpression' && !looks && node.elements?.length === 0) ||
    (node.type === 'ObjectExpression' && !looks && node.properties?.length === 0)
  const isBlind = (node: Node | undefined): boolean => {
    if (node?.type !== 'ArrowFunctionExpression' && node?.type !== 'FunctionExpression') return false
    const body = node.body as Node
    if (body.type !== 'BlockStatement') return isConstant(body)
    const [first, second] = body.body as Node[]
    return (
      first === undefined ||
      (second === undefined && first.type === 'ReturnStatement' && isConstant(first.argument))
    )
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    if (node.type === 'CallExpression') {
      const how = node.callee?.property?.name
      const handler = how === 'catch' ? node.arguments?.[0] : how === 'then' ? node.arguments?.[1] : undefined
      if (isBlind(handler)) found.push(`${file}:${text.slice(0, handler?.start).split('\n').length}`)
    }
    Object.values(node).forEach(walk)
  }
  walk(parseSync(file, text).program)
  return found
}
/** The part of a syntax tree that these rules read. */
interface Node {
  type: string
  start: number
  name?: string
  value?: unknown
  operator?: string
  elements?: unknown[]
  properties?: unknown[]
  argument?: Node | null
  callee?: { property?: { name?: string } }
  arguments?: Node[]
  body?: unknown
}

test.each([
  'work.catch(() => undefined)',
  'work.catch(() => {})',
  'work.catch((error) => { return })',
  'work.catch(function () {})',
  'work.catch(() => void 0)',
  'void work.then(show, () => undefined)',
  'const all = await work.catch(() => [])',
  'const sure = await work?.().catch(() => false)',
])('A failure that is swallowed whatever it is, is found: %s', (planted) => {
  expect(swallowed('planted.ts', `async function f() { ${planted} }`)).toEqual(['planted.ts:1'])
})
test('A failure that is looked at is not taken for a swallowed one', () => {
  const fine = `work.catch(ignoreExpected('a', isDead)); work.catch((e) => log(e)); work.then(() => undefined)`
  expect(swallowed('fine.ts', fine)).toEqual([])
})
test('Nobody swallows a failure whatever it is', () => {
  const tops = ['contract', 'catalogue', 'src', 'sw', 'server', 'demo', 'tests', 'bench', 'scripts']
  const files = tops.flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`),
  )
  const found = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) => swallowed(file, readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})

test('A reported bug or an unhandled rejection fails the test run', () => {
  const config = 'tests/support/failing/vitest.config.ts'
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--reporter', 'json']
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const { testResults } = JSON.parse(stdout) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  const verdicts = testResults.flatMap((file) => file.assertionResults).map((one) => [one.title, one.status])
  expect(Object.fromEntries(verdicts)).toMatchObject({
    'a swallowed bug': 'failed',
    'an expected failure': 'passed',
    'a rejection that nobody handles': 'failed',
  })
  expect(status).toBe(1)
})
