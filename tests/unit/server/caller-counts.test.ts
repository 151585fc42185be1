import { beforeEach, expect, test } from 'vitest'
import { wideNetworkOf } from '../../../server/kernel/http/network.ts'
import { CallerCounts } from '../../../server/kernel/http/windows.ts'

let now = 0
const minute = 60_000
beforeEach(() => {
  now = 1_000_000
})

/** Counts one call. Returns its number within the minute. */
function ask(counts: CallerCounts, key: string): { current: number; ttl: number } {
  let heard = { current: 0, ttl: 0 }
  counts.incr(key, (_, result) => {
    if (result) heard = result
  })
  return heard
}

test('The counter counts a minute’s calls from the first and then restarts at one', () => {
  const counts = new CallerCounts(() => now)
  expect(ask(counts, 'ip:192.0.2.1')).toEqual({ current: 1, ttl: minute })
  now += minute - 1
  expect(ask(counts, 'ip:192.0.2.1')).toEqual({ current: 2, ttl: 1 })
  now += 1
  expect(ask(counts, 'ip:192.0.2.1')).toEqual({ current: 1, ttl: minute })
})

test('No number that still counts is forgotten, however many callers come', () => {
  const counts = new CallerCounts(() => now, 1000)
  for (let n = 0; n < 30; n += 1) ask(counts, 'ip:192.0.2.1')
  for (let n = 0; n < 50_000; n += 1) ask(counts, `ip:2001:db8:${(n >> 8).toString(16)}:${n & 255}`)
  expect(ask(counts, 'ip:192.0.2.1').current).toBe(31)
})

test('Among too many callers, new ones share their network’s count, then one for all', () => {
  const counts = new CallerCounts(() => now, 2)
  for (const key of ['ip:192.0.2.1', 'ip:192.0.2.2']) expect(ask(counts, key).current).toBe(1)
  expect(ask(counts, 'ip:198.51.100.1').current).toBe(1)
  expect(ask(counts, 'ip:198.51.200.2').current).toBe(2)
  expect(ask(counts, 'ip:203.0.113.1').current).toBe(1)
  expect(ask(counts, 'ip:8.8.8.8').current).toBe(1)
  expect(ask(counts, 'ip:9.9.9.9').current).toBe(2)
  expect(ask(counts, 'ip:192.0.2.1').current).toBe(2)
  // All counts are deleted when the minute ends, which makes room.
  now += minute
  expect(ask(counts, 'ip:9.9.9.9').current).toBe(1)
  expect(ask(counts, 'ip:8.8.8.8').current).toBe(1)
})

test('A clock that is set back holds nobody longer than a minute', () => {
  const counts = new CallerCounts(() => now)
  ask(counts, 'ip:192.0.2.1')
  now -= 10 * minute
  expect(ask(counts, 'ip:192.0.2.1')).toEqual({ current: 1, ttl: minute })
})

test('Each call has numbers of its own', () => {
  const counts = new CallerCounts(() => now)
  ask(counts, 'u:ada')
  expect(ask(counts.child(), 'u:ada').current).toBe(1)
})

test.each([
  ['ip:192.0.2.1', 'ip:192.0'],
  ['ip:2001:db8:7:1', 'ip:2001:db8'],
  ['u:ada', 'u:ada'],
])('The wide network of %s is %s', (key, wide) => {
  expect(wideNetworkOf(key)).toBe(wide)
})
