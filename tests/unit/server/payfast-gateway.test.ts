import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PaymentForm } from '#contract/plans/orders.ts'
import { readConfig } from '../../../server/kernel/config.ts'
import { type Bill, gatewaysBySettings } from '../../../server/orders/gateways.ts'
import { formOrder, phpEncoded } from '../../../server/integrations/payfast/signature.ts'

const settings = {
  PUBLIC_URL: 'https://motorkin.test',
  PAYFAST_MERCHANT_ID: '10000100',
  PAYFAST_MERCHANT_KEY: 'abcdefgh12345',
  PAYFAST_PASSPHRASE: 'OnlyTheServerKnows1',
}
function configOf(env: Record<string, string>) {
  const result = readConfig({ DEMO: '1', AUTH_SECRET: 'x'.repeat(40), ...env })
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config
}
const bill: Bill = {
  _id: 'order-1',
  payment_id: 'p'.repeat(40),
  plan_name: 'Gold',
  plan_type: 'gold',
  months: 3,
  amount: 1500,
  fullname: "  Thandi O'Nkosi van der Merwe ",
  email: 'thandi+cars@example.org',
}
const gateway = (method: 'card' | 'deposit', env: Record<string, string> = settings) =>
  gatewaysBySettings(configOf(env)).find((one) => one.method === method)
function formOf(over: Partial<Bill> = {}, env: Record<string, string> = settings): PaymentForm {
  const payment = gateway('card', env)?.start({ ...bill, ...over })
  if (!payment || !('form' in payment)) throw new Error('There is no form.')
  return payment.form
}
const fieldsOf = (form: PaymentForm) => new Map(form.fields.map(({ name, value }) => [name, value]))

test('The card payment form carries the provider’s required fields in its order [R-EXT-11 R-EXT-12 R-EXT-13 R-EXT-14]', () => {
  const form = formOf()
  expect(form.action).toBe('https://www.payfast.co.za/eng/process')
  expect(form.fields.slice(0, -1)).toEqual([
    { name: 'merchant_id', value: settings.PAYFAST_MERCHANT_ID },
    { name: 'merchant_key', value: settings.PAYFAST_MERCHANT_KEY },
    { name: 'return_url', value: 'https://motorkin.test/profile?tab=history&order=order-1' },
    { name: 'cancel_url', value: 'https://motorkin.test/subscriptions?cancelled=order-1' },
    { name: 'notify_url', value: 'https://motorkin.test/api/v1/users/save-payment-details' },
    { name: 'name_first', value: 'Thandi' },
    { name: 'name_last', value: "O'Nkosi van der Merwe" },
    { name: 'email_address', value: bill.email },
    { name: 'm_payment_id', value: bill.payment_id },
    { name: 'amount', value: '1500.00' },
    { name: 'item_name', value: 'Gold, 3 months' },
    { name: 'custom_str1', value: 'order-1' },
    { name: 'custom_str2', value: 'gold' },
    { name: 'email_confirmation', value: '1' },
  ])
})

test('The server signs what is posted, and keeps the passphrase [R-EXT-16]', () => {
  const form = formOf()
  const posted = form.fields.slice(0, -1)
  const known: readonly string[] = formOrder
  const places = posted.map(({ name }) => known.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const text = posted.map(({ name, value }) => `${name}=${phpEncoded(value)}`).join('&')
  const signed = `${text}&passphrase=${settings.PAYFAST_PASSPHRASE}`
  expect(form.fields.at(-1)).toEqual({
    name: 'signature',
    value: createHash('md5').update(signed).digest('hex'),
  })
  expect(JSON.stringify(form)).not.toContain(settings.PAYFAST_PASSPHRASE)
})

test('Single, long and strange names fit the provider’s limits', () => {
  const named = (fullname: string, over: Partial<Bill> = {}) =>
    fieldsOf(formOf({ fullname, email: 'a@example.org', ...over }))
  expect(named('Madonna').has('name_last')).toBe(false)
  expect(named('Madonna').get('name_first')).toBe('Madonna')
  const long = named(`${'é'.repeat(130)} ${'😀'.repeat(90)}`)
  expect(long.get('name_first')).toBe('é'.repeat(100))
  const last = long.get('name_last') ?? ''
  expect([last.length <= 100, /\p{Surrogate}/u.test(last)]).toEqual([true, false])
  expect(named('Line\nbreak\tAnna').get('name_first')).toBe('Line')
  const item = named('A', { plan_name: 'n'.repeat(300), months: 24 }).get('item_name')
  expect([item?.length, item?.endsWith(', 24 months')]).toEqual([99, true])
  expect(named('A', { months: 1 }).get('item_name')).toBe('Gold, 1 month')
  const address = `${'a'.repeat(90)}@example.org`
  expect(fieldsOf(formOf({ fullname: 'A', email: address })).has('email_address')).toBe(false)
})

test('Less than five rand never goes to the provider', () => {
  expect(() => formOf({ amount: 4.99 })).toThrow(expect.objectContaining({ code: 'payment_unavailable' }))
  expect(fieldsOf(formOf({ amount: 5 })).get('amount')).toBe('5.00')
})

test('The sandbox is a setting; a demo plays the provider, and production never', () => {
  const sandbox = { ...settings, PAYFAST_URL: 'https://sandbox.payfast.co.za/' }
  expect(formOf({}, sandbox).action).toBe('https://sandbox.payfast.co.za/eng/process')
  const own = formOf({}, { PUBLIC_URL: 'http://127.0.0.1:4200' })
  expect(own.action).toBe('http://127.0.0.1:4200/dev/pay/eng/process')
  expect(formOf({}, { PUBLIC_URL: 'http://127.0.0.1:4200' })).toEqual(own)
  expect(formOf({}, { AUTH_SECRET: 'y'.repeat(40) }).fields[0]).not.toEqual(own.fields[0])
  expect(gateway('card', { NODE_ENV: 'production' })).toBeUndefined()
  expect(gateway('card', { DEMO: '0' })).toBeUndefined()
})

test('Deposits go to the configured account, and a demo account says it is made-up [R-EXT-15 R-STAT-25]', () => {
  const account = {
    DEPOSIT_BANK: 'Bank',
    DEPOSIT_ACCOUNT_NAME: 'Motorkin (Pty) Ltd',
    DEPOSIT_ACCOUNT_NUMBER: '012 345-678',
    DEPOSIT_BRANCH_CODE: '250655',
  }
  expect(gateway('deposit', account)?.start(bill)).toEqual({
    deposit: {
      bank: 'Bank',
      account_name: 'Motorkin (Pty) Ltd',
      account_number: '012 345-678',
      branch_code: '250655',
    },
  })
  expect(JSON.stringify(gateway('deposit', {})?.start(bill))).toMatch(/Made-up Bank.*please do not pay/)
  expect(gateway('deposit', { DEMO: '0' })).toBeUndefined()
})
