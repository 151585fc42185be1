import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from '../../support/property.ts'
import type { ImportOptions } from '#contract/selling/import.ts'
import { MixedDecoder } from '../../../server/import/table/encoding.ts'
import { openTable, type TableRow } from '../../../server/import/table/read-table.ts'

/** Tables with bytes of more than one encoding. */

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'motorkin-encodings-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function read(bytes: Buffer, encoding?: ImportOptions['encoding']) {
  const path = join(dir, 'table')
  writeFileSync(path, bytes)
  const table = await openTable(path, { encoding })
  const rows: TableRow[] = []
  for await (const row of table.rows) rows.push(row)
  table.close()
  return { reading: table.reading, rows, makes: rows.map((row) => row.cells[0]) }
}

const utf8 = (text: string) => Buffer.from(text)
const latin = (text: string) => Buffer.from(text, 'latin1')
const mixed = Buffer.concat([
  utf8(`make,note\r\n${'Citroën,x\r\n'.repeat(20)}`),
  latin('Citroën,"one\r\ntwo"\r\n'),
  utf8('Škoda,y\r\n'),
])

test('One bad byte does not change a table’s encoding; only its row is unreadable', async () => {
  const { reading, rows, makes } = await read(mixed)
  expect(reading).toEqual({
    encoding: 'utf-8',
    asks: true,
    header_line: 1,
    lines: [
      { line: 22, 'utf-8': 'Citroën,"one', 'windows-1252': 'Citroën,"one' },
      { line: 2, 'utf-8': 'Citroën,x', 'windows-1252': 'CitroÃ«n,x' },
    ],
  })
  expect(rows.filter((row) => row.unreadable !== undefined).map((row) => row.line)).toEqual([22])
  expect([makes[0], makes.at(-1)]).toEqual(['Citroën', 'Škoda'])
})

test('A table is read as its dealer says, and nothing is asked', async () => {
  const own = await read(mixed, 'utf-8')
  expect([own.makes[0], own.makes.at(-2), own.makes.at(-1)]).toEqual(['Citroën', 'Citroën', 'Škoda'])
  expect(own.rows.every((row) => row.unreadable === undefined)).toBe(true)
  const western = await read(mixed, 'windows-1252')
  expect([western.makes[0], western.makes.at(-2)]).toEqual(['CitroÃ«n', 'Citroën'])
  expect([own.reading.asks, western.reading]).toMatchObject([
    false,
    { encoding: 'windows-1252', asks: false },
  ])
})

test('What was chosen changes no table that tells its encoding itself', async () => {
  expect((await read(utf8('make\nCitroën\n'), 'windows-1252')).makes).toEqual(['Citroën'])
  expect((await read(Buffer.from('\uFEFFmake\nŠkoda\n', 'utf16le'), 'windows-1252')).makes).toEqual(['Škoda'])
})

test('A Windows-1252 table is read without asking, and the deciding line is shown', async () => {
  const table = latin(`make\n${'Citroën\n'.repeat(30)}Ä°\n`)
  const { reading, makes } = await read(table)
  expect(reading).toMatchObject({ encoding: 'windows-1252', asks: false, header_line: 1 })
  expect(reading.lines[0]).toMatchObject({ line: 2, 'windows-1252': 'Citroën' })
  expect(reading.lines).toHaveLength(3)
  expect(makes[0]).toBe('Citroën')
})

test('A file that ends within a letter is asked about, too', async () => {
  const whole = utf8('make\nCitroën\nCitroë')
  const { reading } = await read(whole.subarray(0, -1))
  expect(reading).toMatchObject({ asks: true, lines: [{ line: 3 }, { line: 2 }] })
})

test('UTF-8 text decodes the same in any pieces; any other byte is one letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), fc.nat(20), (text, junk, size) => {
      const inPieces = (bytes: Buffer, step: number): string => {
        const decoder = new MixedDecoder()
        let out = ''
        for (let i = 0; i < bytes.length; i += step) out += decoder.decode(bytes.subarray(i, i + step), false)
        return out + decoder.decode(Buffer.alloc(0), true)
      }
      const bytes = Buffer.from(text)
      expect(inPieces(bytes, size + 1)).toBe(bytes.toString())
      const any = Buffer.from(junk)
      expect(inPieces(any, size + 1)).toBe(inPieces(any, any.length + 1))
      expect(inPieces(any, size + 1)).not.toMatch(/\uFFFD/)
    }),
  )
})
