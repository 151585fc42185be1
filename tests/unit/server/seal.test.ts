import { expect, test } from 'vitest'
import { seal, unseal } from '../../../server/kernel/secrets.ts'
import fc from '../../support/property.ts'

const own = { secret: 'a secret of the operator', purpose: 'second factor', owner: 'desk' }

test('Sealed text opens with the same secret, purpose and owner, and differs each time', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const sealed = seal(own, text)
      expect(unseal(own, sealed)).toBe(text)
      expect(seal(own, text)).not.toBe(sealed)
    }),
  )
})

test('Sealed text opens with no other secret, purpose or owner, nor when changed', () => {
  const sealed = seal(own, 'JBSWY3DPEHPK3PXP')
  for (const other of [{ secret: 'another' }, { purpose: 'other' }, { owner: 'thief' }])
    expect(unseal({ ...own, ...other }, sealed)).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(own, changed.toString('base64url'))).toBeUndefined()
  }
  expect(unseal(own, '')).toBeUndefined()
  expect(unseal(own, bytes.subarray(0, 20).toString('base64url'))).toBeUndefined()
})
