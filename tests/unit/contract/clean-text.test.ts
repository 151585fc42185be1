import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { routes } from '#contract/index.ts'
import { clean, cleanLine, gsm, line, text } from '#contract/parts.ts'
import fc from '../../support/property.ts'

/** Characters that no text keeps; a single line also drops line breaks, tabs and direction marks. */
const unwritable = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const unwritableLine = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const controls = [0x00, 0x07, 0x08, 0x1b, 0x1f, 0x7f, 0x80, 0x90, 0x9b, 0x9f]
const turns = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
const breaks = ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
const halves = [0xd800, 0xdbff, 0xdc00, 0xdfff]
const signs = [...controls, ...turns, ...halves].map((point) => String.fromCodePoint(point))

/** Letters and signs of the languages of this market, and of people who write to its sellers. */
const real = [
  'Ọlá Ṣẹ́gun àti Ẹ̀kọ́',
  'uMthunzi waseNdlunkulu ǃXóõ Nǀuu ḓaḽa',
  'Zoë, José, Ångström, naïve, ﬁne',
  'سيارة نظيفة جدًا، لَمْ تُصدم',
  'می‌خواهم ماشین',
  'क्षत्रिय ක්‍ෂ',
  '👩🏽‍🔧 👨‍👩‍👧‍👦 ❤️ 🇿🇦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 5️⃣',
  'R450 000 ₦4,500,000 – “as new” … ½ °C',
  '<b>bold</b> & "quoted" &amp; 5 < 6',
  'a\u00adb soft, zero\u200bwidth, joined\u2060words, no\u00a0break',
]

describe('A text', () => {
  test.each(signs.map((sign) => [sign.codePointAt(0)?.toString(16).padStart(4, '0'), sign]))(
    'loses U+%s, on one line and on many',
    (_, sign) => {
      expect(clean(`A${sign}d${sign}${sign}a`)).toBe('Ada')
      expect(cleanLine(`A${sign}d${sign}${sign}a`)).toBe('Ada')
    },
  )

  test.each(breaks.map((sign) => [JSON.stringify(sign), sign]))(
    'of many lines breaks at %s, and a single-line one gets a space',
    (_, sign) => {
      expect(clean(`Ada${sign}Bola`)).toBe('Ada\nBola')
      expect(cleanLine(`Ada${sign}${sign}Bola\t\tCeci`)).toBe('Ada Bola Ceci')
    },
  )

  test('of many lines keeps its tabs, its empty lines and its marks of direction', () => {
    expect(clean('a\tb\r\n\r\n\u200fج\u200e.')).toBe('a\tb\n\n\u200fج\u200e.')
    expect(cleanLine('a\tb\r\n\r\n\u200fج\u200e.')).toBe('a b ج.')
  })

  test.each(real)('of real people stays as it was typed: %s', (typed) => {
    expect(clean(typed)).toBe(typed)
    expect(cleanLine(typed)).toBe(typed)
    expect(clean(`${typed}\n\t${typed}`)).toBe(`${typed}\n\t${typed}`)
  })

  test('is never touched where it can be printed', () => {
    const printable = fc
      .oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }))
      .map((v) => v.replace(new RegExp(unwritableLine, 'gu'), ''))
    fc.assert(
      fc.property(fc.array(fc.oneof(printable, fc.constantFrom(...real))), (parts) => {
        expect(clean(parts.join('\n'))).toBe(parts.join('\n'))
        expect(cleanLine(parts.join(' '))).toBe(parts.join(' '))
      }),
      { numRuns: 300 },
    )
  })

  test('that is clean is not changed by cleaning it again, whatever it was', () => {
    const marks = fc.constantFrom(...signs, ...breaks, '\t', ' ', '\u200e', '\u200f')
    const piece = fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 5 }), fc.constantFrom(...real))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const [many, one] = [clean(pieces.join('')), cleanLine(pieces.join(''))]
        expect([clean(many), cleanLine(one), cleanLine(many), clean(one)]).toEqual([many, one, one, one])
        expect([unwritable.test(many), unwritableLine.test(one)]).toEqual([false, false])
      }),
      { numRuns: 2000 },
    )
  })

  test('of only stripped characters counts as missing, and length ignores them', () => {
    for (const rule of [line('Please say it', 3), text('Please say it', 3)]) {
      expect(rule.safeParse('\u202e\r\n\0 ').error?.issues[0]?.message).toBe('Please say it')
      expect(rule.parse('\u2066A\0d\u001ba\u2069\r\n')).toBe('Ada')
      expect(rule.safeParse('Adah').success).toBe(false)
    }
  })

  test('that is a number pasted from a list of contacts is that number', () => {
    expect(gsm('Missing').parse('\u202a82\u00a0123 4567\u202c\u200e')).toBe('821234567')
    expect(gsm('Missing').safeParse('\u202a-821234567\u202c').success).toBe(false)
  })
})

const hidden = '\u202eA\0b\u001b\u009b\u2066\r\nC\u2028d'
const wrapped = (value: string) => `\u202e\0${value}\r\n\u2066`
/** Values of all kinds of fields: words, numbers, times, lists, drafts, table columns. */
const offers: readonly unknown[] = [
  hidden,
  // Names of things refuse a NUL character.
  hidden.replaceAll('\0', ''),
  ...['a@example.org', '821234567', '2019', '2026-03-05T10:00:00.000Z'].map(wrapped),
  [hidden],
  [hidden.replaceAll('\0', '')],
  { title: { v: hidden, at: 1 } },
  { v: hidden, at: 1 },
  { columns: { [hidden]: 'title' }, values: { description: hidden } },
]
const saysIt = (kept: unknown): boolean => {
  if (typeof kept === 'string') return unwritable.test(kept)
  if (typeof kept !== 'object' || kept === null) return false
  return Object.entries(kept).some(([name, value]) => saysIt(name) || saysIt(value))
}
type Shape = Readonly<Record<string, z.ZodMiniType>>
const fieldsOf = (name: keyof typeof routes) => {
  const { body, write } = routes[name]
  const shape = write && body instanceof z.ZodMiniObject ? (body.shape as Shape) : {}
  return Object.entries(shape).map(([field, rule]) => ({ field: `${name}.${field}`, rule }))
}

/** Fields that are kept unchanged: secrets, which nobody reads, and names of things, which are looked up. */
const secrets = ['confirm_password', 'new_password', 'password', 'token']
const names = [
  'ad_id',
  'car_id',
  'client_ref',
  'id',
  'notice_id',
  'order_id',
  'other',
  'person',
  'plan_id',
  'proof_id',
  'receiver',
  'replaces',
  'slug',
  'subs_id',
  'test_drive_id',
  'user_id',
]
const pictures = ['featured_image', 'image', 'image_ids', 'image_url', 'images']

test('No writing route keeps control or bidirectional characters outside secrets and names', () => {
  const fields = (Object.keys(routes) as (keyof typeof routes)[]).flatMap(fieldsOf)
  expect(fields.length).toBeGreaterThan(80)
  const raw = fields.filter(({ rule }) =>
    offers.some((offer) => {
      const read = rule.safeParse(offer)
      return read.success && saysIt(read.data)
    }),
  )
  const said = raw.map(({ field }) => field.replace(/^\w+\./, ''))
  expect([...new Set(said)].sort()).toEqual([...secrets, ...names, ...pictures].sort())
})
