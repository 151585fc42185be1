import { expect, test } from 'vitest'
import { AppError, errorRules, fieldErrors, isErrorCode, type ErrorCode } from '#contract/errors.ts'

const codes = Object.keys(errorRules) as ErrorCode[]
const onPhoneOnly: ErrorCode[] = [
  'network',
  'timeout',
  'not_our_server',
  'bad_reply',
  'corrupt_record',
  'storage_full',
  'storage_unavailable',
]

test('Every failure has a sentence, a status and something to do about it [R-API-50]', () => {
  for (const code of codes) {
    const { status, msg } = errorRules[code]
    expect(msg).toMatch(/^[A-Z].*\.$/)
    expect(status === 0).toBe(onPhoneOnly.includes(code))
    expect(status === 0 || status >= 400).toBe(true)
  }
})

test('Statuses tell apart what the phone treats apart [R-API-50]', () => {
  const of = (status: number) => codes.filter((c) => errorRules[c].status === status)
  expect(of(400)).toEqual(['bad_json'])
  expect(of(401)).toEqual(['unauthenticated', 'token_expired', 'wrong_credentials'])
  expect(of(403)).toEqual([
    'forbidden',
    'email_unverified',
    'second_factor_required',
    'suspended',
    'subscription_required',
    'plan_limit',
    'ad_hidden',
  ])
  expect(of(404)).toEqual(['not_found', 'unknown_route'])
  expect(of(409)).toEqual([
    'key_in_progress',
    'key_void',
    'version_conflict',
    'decided_meanwhile',
    'answered_meanwhile',
  ])
  expect(of(422)).toEqual([
    'validation_failed',
    'key_reused',
    'repost_too_soon',
    'to_yourself',
    'payment_unavailable',
  ])
  expect(of(429)).toEqual(['rate_limited'])
})

test('Only temporary failures are retried, and refusals never are', () => {
  const retried = codes.filter((c) => errorRules[c].action === 'retry')
  expect(retried).toEqual([
    'key_in_progress',
    'rate_limited',
    'internal',
    'unavailable',
    'network',
    'timeout',
    'not_our_server',
    'bad_reply',
  ])
  expect(codes.filter((c) => errorRules[c].action === 'sign-in')).toEqual([
    'unauthenticated',
    'token_expired',
  ])
})

test('A seller without a paid plan gets the documented refusal of enquiries', () => {
  const error = new AppError('subscription_required')
  expect(error.message).toBe('You need to be a paid subscriber to view car inquiries.')
  expect(error.status).toBe(403)
})

test('A code that we do not know is not mistaken for one of ours [R-API-50]', () => {
  expect(codes.every(isErrorCode)).toBe(true)
  for (const odd of ['toString', '__proto__', '', 404, null]) expect(isErrorCode(odd)).toBe(false)
})

test('A form shows the first error message at each field, nested ones included [R-API-50]', () => {
  const issues = [
    { path: ['email'], message: 'Please enter an email' },
    { path: ['email'], message: 'Please enter a valid email' },
    { path: ['images', 2, 'name'], message: 'Too long' },
    { path: [], message: 'Not an object' },
  ]
  expect(fieldErrors(issues)).toEqual({
    email: 'Please enter an email',
    'images.2.name': 'Too long',
    '': 'Not an object',
  })
})
