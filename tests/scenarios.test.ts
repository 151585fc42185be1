import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/**
 * The failure scenarios by number, with the required kinds of proof: U in plain Node, P by the model or by histories of the real
 * engine, C in real Chromium against the real server.
 */
const kinds = `
 1PC 2C 3CP 4C 5C 6UC 7PC 8UC 9C 10U 11PC 12P 13C 14C 15C 16C 17C 18P 19PC 20P 21PC 22P 23C 24P 25C 26CU 27C 28U 29CP
 30CP 31P 32C 33C 34UC 35PC 36U 37C 38PC 39C 40C 41UC 42PC 43C 44C 45C 46CU 47U 48C 49P 50U 51C 52CP 53C 54A 55UC 56A
 57U 58C`
  .trim()
  .split(/\s+/)
  .map((word) => ({ number: Number.parseInt(word, 10), wanted: word.replace(/\d+/, '') }))

const places: [RegExp, string][] = [
  [/^tests\/(model|engine)\//, 'P'],
  [/^tests\/(e2e|chaos)\//, 'C'],
  [/^tests\/api\//, 'A'],
  [/^tests\/unit\//, 'U'],
]
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name}`)
  .filter((name) => /\.test\.tsx?$/.test(name))

const textOf = (file: string) => readFileSync(file, 'utf8')

/** Returns the text of a test file without the tests that only `npm run test:full` runs. */
function everyRun(file: string, text = textOf(file)): string {
  const further: [number, number][] = []
  new Visitor({
    CallExpression({ start, end, arguments: [, options] }) {
      if (
        options?.type === 'ObjectExpression' &&
        /\btags: \['full'\]/.test(text.slice(options.start, options.end))
      )
        further.push([start, end])
    },
  }).visit(parseSync(file, text).program)
  return further.toReversed().reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text)
}

/** Returns the ids in the titles of all test files that match `pattern`. */
function named(pattern: RegExp, read = everyRun): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files) {
    const kind = places.find(([place]) => place.test(file))?.[1]
    if (kind === undefined) continue
    // Ids occur in the brackets of a title, or in the rows that fill the brackets.
    const text = read(file)
    for (const [, title, row] of text.matchAll(/\[((?:[A-Z]+-?[A-Z]*-?\d+ ?)+)\]|'([SI]\d+)'/g)) {
      for (const id of (title ?? row ?? '').split(' ')) {
        if (pattern.test(id)) found.set(id, (found.get(id) ?? new Set()).add(kind))
      }
    }
  }
  return found
}

test('Each of the 58 failure scenarios has a test of the required kind', () => {
  const found = named(/^S\d\d$/)
  const missing = kinds.flatMap(({ number, wanted }) => {
    const id = `S${String(number).padStart(2, '0')}`
    return Array.from(wanted)
      .filter((kind) => !found.get(id)?.has(kind))
      .map((kind) => `${id} ${kind}`)
  })
  expect(kinds.map(({ number }) => number)).toEqual(Array.from({ length: 58 }, (_, n) => n + 1))
  expect(missing).toEqual([])
})

test('Each of the 22 core invariants has a test and a documented entry', () => {
  const found = named(/^I\d+$/)
  const page = readFileSync('src/local/README.md', 'utf8')
  const laws = Array.from({ length: 22 }, (_, n) => `I${n + 1}`)
  expect(laws.filter((law) => !found.has(law))).toEqual([])
  expect(laws.filter((law) => !new RegExp(`\\| ${law} \\|`).test(page))).toEqual([])
})

test('Whatever a further history or variant proves is proved in every run as well', () => {
  const ids = /^[A-Z]/
  const whole = [...named(ids, textOf).keys()]
  const proved = named(ids)
  expect(whole.length).toBeGreaterThan(500)
  expect(whole.filter((id) => !proved.has(id))).toEqual([])
})

test('A test that only the full run knows proves nothing for every run', () => {
  const text = "test('A [S01]', { tags: ['full'] }, () => {})\ntest('B [S02]', () => {})"
  expect(everyRun('a.test.ts', text)).toBe("\ntest('B [S02]', () => {})")
})
