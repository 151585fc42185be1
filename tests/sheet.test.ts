import { expect, test } from 'vitest'
import { withConstants } from '../scripts/sheet.ts'

const property = (name: string, initial?: string) =>
  `@property ${name}{syntax:"*";inherits:false${initial === undefined ? '' : `;initial-value:${initial}`}}`

test('A registered property that is set nowhere gives way to its value', () => {
  const sheet = `${property('--tw-inset', '0 0 #0000')}${property('--tw-shadow', '0 0 #0000')}.a{--tw-shadow:0 1px red;box-shadow:var(--tw-inset,1px), var(--tw-shadow)}`
  expect(withConstants(sheet)).toBe(
    `${property('--tw-shadow', '0 0 #0000')}.a{--tw-shadow:0 1px red;box-shadow:0 0 #0000, var(--tw-shadow)}`,
  )
})

test('Without a first value the words behind the comma stand for it', () => {
  const sheet = `${property('--tw-color')}${property('--tw-via')}${property('--tw-from', '#000')}.a{color:var(--tw-color,rgb(0 0 0/var(--tw-via,50%)))}.b{--tw-from:red;background:var(--tw-via,var(--tw-from), blue)}`
  expect(withConstants(sheet)).toBe(
    `${property('--tw-from', '#000')}.a{color:rgb(0 0 0/50%)}.b{--tw-from:red;background:var(--tw-from), blue}`,
  )
})

test('What is left empty is unset, as an empty value would be', () => {
  const sheet = `${property('--tw-x')}${property('--tw-y')}${property('--tw-z')}.a{transform:var(--tw-x,) var(--tw-y,)}.b{--tw-z:blur(1px);filter:var(--tw-x,) var(--tw-z,)}`
  expect(withConstants(sheet)).toBe(
    `${property('--tw-z')}.a{transform:unset}.b{--tw-z:blur(1px);filter:var(--tw-z,)}`,
  )
})

test('A property that nothing reads goes, also for old browsers', () => {
  const sheet = `@layer properties{*{--tw-weight:initial;--tw-style:solid}}${property('--tw-weight')}${property('--tw-style', 'solid')}.a{--tw-weight:700;font-weight:700}.b{--tw-style:dashed;border-style:var(--tw-style)}`
  expect(withConstants(sheet)).toBe(
    `@layer properties{*{--tw-style:solid}}${property('--tw-style', 'solid')}.a{font-weight:700}.b{--tw-style:dashed;border-style:var(--tw-style)}`,
  )
})

test('Theme words and what no rule registers stay as they are', () => {
  const sheet = ':root{--ink:#000}.a{color:var(--ink);margin:var(--tw-gone,1px)}'
  expect(withConstants(sheet)).toBe(sheet)
})
