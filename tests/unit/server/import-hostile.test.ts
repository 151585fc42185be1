import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { importOptions } from '#contract/selling/import.ts'
import { makeAd } from '../../../server/import/table/make-ad.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { importPlanOf } from '../../../server/import/table/plan.ts'
import { openTable, type TableRow } from '../../../server/import/table/read-table.ts'
import { openReport, problemReporter, showPlan } from '../../../server/cli/import-output.ts'
import { folderStore } from '../../../server/pictures/uploads/picture-store.ts'
import { prototypeNames } from '../../support/prototype-names.ts'
import { world } from '../../support/cars.ts'

/** Malicious tables, and tables that were damaged in transfer. */

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-hostile-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

let files = 0
async function rowsOf(bytes: Buffer | string): Promise<TableRow[]> {
  const path = join(dir, `table-${(files += 1)}`)
  writeFileSync(path, bytes)
  const table = await openTable(path)
  const rows: TableRow[] = []
  for await (const row of table.rows) rows.push(row)
  table.close()
  return rows
}

const names = new NamesBook(world)
const dealer = { id: 'd', province: 'Gauteng', city: 'Pretoria', address: '1 Main Road' }
const plan = (header: string[], rows: string[][] = []) =>
  importPlanOf({
    header,
    rows,
    file: 'table.csv',
    options: importOptions.parse({}),
    names,
    dealer,
    currency: 'NGN',
    thisYear: 2026,
  })
const head = ['stock', 'make', 'model', 'year', 'price', 'mileage']
const row = ['S1', 'bmw', 'x5', '2019', '1000', '1000']
const reasons = (header: string[], cells: string[]) => {
  const made = makeAd(cells, plan(header), names, 2026)
  return 'troubles' in made ? made.troubles.map((t) => t.reason) : []
}

test('A quote that is never closed is one problem, however much stands behind it', async () => {
  const rest = 'S,bmw,x5,2019,1000,1\n'.repeat(100_000)
  const rows = await rowsOf(
    `stock,make,model,year,price,mileage\nS1,bmw,x5,2019,1,1\nS2,"bmw,x5,2019,1,1\n${rest}`,
  )
  expect(rows.map(({ cells, broken }) => [cells[0], broken === undefined])).toEqual([
    ['S1', true],
    [undefined, false],
  ])
})

test('What follows an unreadable row is not read as if it were whole', async () => {
  // The parser drops the rest of a chunk of the file, and the next chunk begins with the end of the quote.
  const piece = 64 * 1024
  const open = `stock,make\nS1,bmw\nS2,"bmw`
  const rows = await rowsOf(`${open.padEnd(2 * piece, 'x')}"\nS3,bmw\nS4,bmw\n`)
  expect(rows.map(({ cells, broken }) => [cells[0], broken === undefined])).toEqual([
    ['S1', true],
    [undefined, false],
  ])
})

test('A line of nothing but separators does not fill the memory', async () => {
  const line = (at: string) => gzipSync(`${at}${','.repeat(2_000_000)}\n`)
  await expect(rowsOf(line('a,b\n1,2\n'))).rejects.toThrow('too long')
  await expect(rowsOf(line(''))).rejects.toThrow('too long')
  expect(await rowsOf(`a,b\n${'1,2\n'.repeat(200_000)}`)).toHaveLength(200_000)
})

test('A header with an unclosed quote is reported as such, not as empty', async () => {
  await expect(rowsOf(`"a,b\n${'1,2\n'.repeat(100_000)}`)).rejects.toThrow('quote')
})

test('No half character and no null byte passes from a table into the database', () => {
  const wide = `${'x'.repeat(59)}😀`
  const { columns } = plan([`${'n'.repeat(179)}😀`, 'a\0b'], [[wide, 'c\0d']])
  expect(columns.map((c) => [c.name, ...c.samples])).toEqual([
    ['n'.repeat(179), 'x'.repeat(59)],
    ['ab', 'cd'],
  ])
})

test.each([
  [
    'in a column that makes the description, when the own one only says N/A',
    ['description', 'remark'],
    ['N/A', 'Call 082 123 4567'],
  ],
  ['in the name of a column', ['Call 082 123 4567'], ['yes']],
  ['in a description', ['description'], ['Call 082 123 4567']],
])('A phone number is found %s [R-POST-22]', (_, columns, cells) => {
  expect(reasons([...head, ...columns], [...row, ...cells])).toEqual([
    expect.stringContaining('phone number') as string,
  ])
})

test('With chosen columns nothing is guessed, and no cell text becomes a tag', () => {
  const options = importOptions.parse({ columns: { make: 'make' } })
  const chosen = importPlanOf({
    header: head,
    rows: [],
    file: 'table.csv',
    options,
    names,
    dealer,
    currency: 'NGN',
    thisYear: 2026,
  })
  expect(chosen.columns.map((c) => c.field)).toEqual(['', 'make', '', '', '', ''])
  const made = makeAd([...row, '<b>x'], plan([...head, 'remark']), names, 2026)
  expect('ad' in made && made.ad.description).toContain('&lt;b>x')
})

test.each([
  [2027, 0],
  [2028, 1],
])('In 2026 a car of %i has %i problems', (year, problems) => {
  expect(reasons(head, row.with(3, String(year)))).toHaveLength(problems)
})

test('Cells of any length are read in bounded time, or refused as too long', () => {
  const begun = performance.now()
  const long = 'a-'.repeat(50_000)
  expect(reasons([...head, 'description'], [...row, long])).toHaveLength(1)
  expect(reasons([...head, 'title'], [...row, long])).toHaveLength(1)
  expect(reasons([...head, 'one', 'two'], [...row, long, long])).toEqual([])
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('What a table says does not command the terminal of whoever imports it', () => {
  const told: string[] = []
  const hear = (text: unknown) => told.push(String(text)) > 0
  vi.spyOn(process.stderr, 'write').mockImplementation(hear)
  vi.spyOn(process.stdout, 'write').mockImplementation(hear)
  const escape = '\u001b]0;mine\u0007\u009b2J'
  problemReporter(undefined)([
    { line: 1, stock_no: '', column: escape, value: escape, reason: 'x', kind: 'refused' },
  ])
  showPlan(plan([`make${escape}`], [[escape]]))
  expect(told.join('').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('A full disk ends the report of an import, with a sentence', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const whole = join(dir, 'report.csv')
  // `/dev/full` is a device without free space.
  const ends = ['/dev/full', whole].map(async (path) => {
    const report = openReport(path)
    const reportProblems = problemReporter(report)
    for (let line = 1; line <= 20; line += 1) {
      reportProblems([{ line, stock_no: '', column: 'make', value: 'x', reason: 'y', kind: 'refused' }])
      await new Promise(setImmediate)
    }
    return report.close()
  })
  expect(await Promise.all(ends)).toEqual([
    expect.stringMatching(/^The report \/dev\/full is not whole: ENOSPC.*reports every problem again/),
    undefined,
  ])
  expect(readFileSync(whole, 'utf8').trimEnd().split('\n')).toHaveLength(21)
})

test('A picture that cannot be put leaves no half of it behind', async () => {
  const home = join(dir, 'store')
  mkdirSync(join(home, 'masters', 'a.webp'), { recursive: true })
  await expect(folderStore(home).put('masters/a.webp', Buffer.from('x'))).rejects.toBeInstanceOf(Error)
  expect(readdirSync(join(home, 'masters'))).toEqual(['a.webp'])
  expect(existsSync(join(home, 'masters', 'a.webp'))).toBe(true)
})

test.each(prototypeNames)('A table with a column, make or colour named "%s" is read normally', (name) => {
  const header = [...head, name, 'colour']
  const cells = [...row, name, name]
  const read = plan(header, [cells])
  expect(read.columns.map((c) => c.name)).toEqual([...head, name === '__proto__' ? 'proto' : name, 'colour'])
  expect(read.columns.at(-2)).toMatchObject({ field: '', samples: [name] })
  const made = makeAd(cells, read, names, 2026)
  expect(made).toMatchObject({ ad: { make: 'BMW', model: 'X5' } })
  expect(reasons(head, ['S1', name, name, '2019', '1000', '1000'])).toEqual(['This make is not known here.'])
  const options = importOptions.parse({
    columns: Object.fromEntries([[name, 'make']]),
    values: { make: name },
  })
  expect(Object.entries(options.columns ?? {})).toEqual([[name, 'make']])
})
