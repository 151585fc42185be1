import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryUntilDone } from '../../../src/app/update/until-done.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (times: number) => {
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve())
  for (let i = 0; i < times; i += 1) work.mockRejectedValueOnce(new TypeError('no network'))
  return work
}

test('Work that fails without signal is retried ever less often until it succeeds [R-PWA-16]', async () => {
  const work = failing(3)
  retryUntilDone(work)
  const calls: number[] = []
  for (const ms of [0, 4999, 1, 9999, 1, 19_999, 1, 24 * 60 * 60_000]) {
    await vi.advanceTimersByTimeAsync(ms)
    calls.push(work.mock.calls.length)
  }
  expect(calls).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
})

test('A returning network retries at once only the work that is not done [R-PWA-16]', async () => {
  const work = failing(1)
  retryUntilDone(work)
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledOnce()
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(2)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('Called off, it tries no more', async () => {
  const work = failing(9)
  const callOff = retryUntilDone(work)
  await vi.advanceTimersByTimeAsync(10)
  callOff()
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  expect(work).toHaveBeenCalledOnce()
})

test('A network that returns during a failing try triggers another try [R-PWA-16]', async () => {
  let fail = (): void => undefined
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve())
  work.mockImplementationOnce(
    () => new Promise((_, reject) => (fail = () => reject(new TypeError('no network')))),
  )
  retryUntilDone(work)
  dispatchEvent(new Event('online'))
  // Two attempts at a time would interfere with each other.
  expect(work).toHaveBeenCalledOnce()
  fail()
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(2)
})
