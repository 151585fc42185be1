import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import {
  formOrder,
  formSignature,
  type FormFields,
  isSigned,
  phpEncoded,
  phpTrimmed,
  postedFields,
  readNotice,
} from '../../../server/integrations/payfast/signature.ts'

interface Vectors {
  checkout: { fields: FormFields; passphrase: string | null; signature: string }[]
  notify: { rawBody: string; passphrase: string | null; signature: string }[]
}
const vectors = JSON.parse(readFileSync('tests/support/payfast-vectors.json', 'utf8')) as Vectors
const phrase = (p: string | null) => p ?? undefined

describe('The signatures of PayFast', () => {
  test.each(vectors.checkout)('A form is signed as others sign it: $signature', (v) => {
    expect(formSignature(v.fields, phrase(v.passphrase))).toBe(v.signature)
  })

  test.each(vectors.notify)('A notice is read as it was signed: $signature', (v) => {
    const notice = readNotice(v.rawBody)
    expect(notice.fields.get('signature')).toBe(v.signature)
    expect(isSigned(notice, phrase(v.passphrase))).toBe(true)
    expect(isSigned(notice, 'another phrase')).toBe(false)
    expect(isSigned(readNotice(v.rawBody.replace('amount_gross=', 'amount_gross=1')))).toBe(false)
  })

  test('The order of the fields is the documented one, whatever order they come in', () => {
    const fields = { amount: '5.00', merchant_key: 'k', merchant_id: 'm', item_name: ' Gold ' }
    expect(postedFields(fields)).toEqual([
      ['merchant_id', 'm'],
      ['merchant_key', 'k'],
      ['amount', '5.00'],
      ['item_name', 'Gold'],
    ])
    const text = 'merchant_id=m&merchant_key=k&amount=5.00&item_name=Gold&passphrase=a+b%21'
    expect(formSignature(fields, 'a b!')).toBe(createHash('md5').update(text).digest('hex'))
  })

  test('Signs are written as PHP writes them, and only its spaces are trimmed', () => {
    expect(phpEncoded("a b-c_d.e~!'()*é/")).toBe('a+b-c_d.e%7E%21%27%28%29%2A%C3%A9%2F')
    expect(phpTrimmed('\t\0 x\u00a0 \v\n')).toBe('x\u00a0')
  })

  test('Whatever bytes a notice holds, its signature is over the same bytes', () => {
    const value = fc.uint8Array({ maxLength: 12 })
    const names = fc.uniqueArray(fc.constantFrom(...formOrder), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        names,
        fc.infiniteStream(value),
        fc.option(fc.string({ unit: 'binary' })),
        (fields, values, p) => {
          const signed = fields
            .map((name) => `${name}=${phpEncoded(Buffer.from(values.next().value as Uint8Array))}`)
            .join('&')
          const trimmed = phpTrimmed(p ?? '')
          const over = p ? `${signed}&passphrase=${phpEncoded(trimmed)}` : signed
          const signature = createHash('md5').update(over).digest('hex')
          const notice = readNotice(`${signed}&signature=${signature}&late=1`)
          expect(notice.signed).toBe(signed)
          expect(isSigned(notice, p ?? undefined)).toBe(true)
        },
      ),
    )
  })
})
