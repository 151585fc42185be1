import { expect, test } from 'vitest'
import { readConfig } from '../../../server/kernel/config.ts'
import { payfastOf } from '../../../server/integrations/payfast/payfast.ts'
import { NoticeSources } from '../../../server/integrations/payfast/check-notice.ts'

const start = Date.parse('2026-03-01T09:00:00Z')
const minute = 60_000

test('Addresses, networks and mapped addresses of the provider are told from all others', async () => {
  const sources = new NoticeSources(
    ['197.97.145.144/28', '144.126.193.139', '::1', '2001:db8::/32'],
    () => new Date(start),
  )
  const known = [
    '197.97.145.144',
    '197.97.145.159',
    '144.126.193.139',
    '::ffff:144.126.193.139',
    '::1',
    '2001:db8:1::2',
  ]
  for (const ip of known) expect([ip, await sources.has(ip)]).toEqual([ip, true])
  const others = [
    '197.97.145.143',
    '197.97.145.160',
    '127.0.0.1',
    '::2',
    '2001:db9::1',
    '',
    'localhost',
    '144.126.193.139, 1.2.3.4',
  ]
  for (const ip of others) expect([ip, await sources.has(ip)]).toEqual([ip, false])
})

test('Host names are resolved from time to time, and known addresses survive a failure', async () => {
  let now = start
  let asked = 0
  let answer: string[] | undefined = ['192.0.2.1']
  const resolve = (name: string): Promise<string[]> => {
    asked++
    return answer && name === 'pay.test' ? Promise.resolve(answer) : Promise.reject(new Error('ENOTFOUND'))
  }
  const sources = new NoticeSources(['10.0.0.0/8', 'pay.test', 'gone.test'], () => new Date(now), resolve)
  expect(await sources.has('10.1.2.3')).toBe(true)
  expect(asked).toBe(0)
  expect(await Promise.all(['192.0.2.1', '192.0.2.2'].map((ip) => sources.has(ip)))).toEqual([true, false])
  expect(asked).toBe(2)
  answer = undefined
  now += 11 * minute
  expect(await sources.has('192.0.2.1')).toBe(true)
  answer = ['192.0.2.9']
  now += 11 * minute
  expect([await sources.has('192.0.2.1'), await sources.has('192.0.2.9')]).toEqual([false, true])
})

test('Where no name resolves, a notice is not refused but must come again', async () => {
  let works = false
  const resolve = () => (works ? Promise.resolve(['192.0.2.1']) : Promise.reject(new Error('EAI_AGAIN')))
  const sources = new NoticeSources(['pay.test'], () => new Date(start), resolve)
  await expect(sources.has('192.0.2.1')).rejects.toMatchObject({ name: 'OutsideFailure' })
  works = true
  expect(await sources.has('192.0.2.1')).toBe(true)
})

test('PayFast notices come from its published addresses or from those in the settings', () => {
  const sourcesOf = (env: Record<string, string>) => {
    const account = { PAYFAST_MERCHANT_ID: '10009876', PAYFAST_MERCHANT_KEY: 'keyofthetest1' }
    const result = readConfig({ AUTH_SECRET: 'x'.repeat(40), ...account, ...env })
    return result.ok ? payfastOf(result.config)?.sources : result.problems
  }
  expect(sourcesOf({})).toEqual(expect.arrayContaining(['197.97.145.144/28', 'w2w.payfast.co.za']))
  expect(sourcesOf({})).not.toContain('127.0.0.0/8')
  expect(sourcesOf({ PAYFAST_URL: 'http://localhost:3903' })).toEqual(['127.0.0.0/8', '::1'])
  expect(sourcesOf({ PAYFAST_NETWORKS: '10.0.0.0/8, loopback,pay.test' })).toEqual([
    '10.0.0.0/8',
    '127.0.0.0/8',
    '::1',
    'pay.test',
  ])
})
