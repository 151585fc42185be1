import { expect, test, vi } from 'vitest'
import { createLeaving } from '../../../sw/leaving.ts'

const never = new Promise<string>(() => undefined)

test('Hanging work is released as soon as a newer version wants to take over [R-PWA-19]', async () => {
  const leaving = createLeaving()
  const held = leaving.unless(() => never)
  expect(leaving.requested()).toBe(false)
  leaving.leave()
  expect(await held).toBeUndefined()
  expect(leaving.requested()).toBe(true)
  // A message of the same moment starts no work.
  const begun = vi.fn<() => Promise<string>>(() => never)
  expect(await leaving.unless(begun)).toBeUndefined()
  expect(begun).not.toHaveBeenCalled()
})

test('Until a newer version asks, work ends by itself, well or badly', async () => {
  const leaving = createLeaving()
  expect(await leaving.unless(() => Promise.resolve('a picture'))).toBe('a picture')
  await expect(leaving.unless(() => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
})
