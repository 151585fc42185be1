import { expect, test } from 'vitest'

test('a rejection that nobody handles', async () => {
  void Promise.reject(new ReferenceError('planted'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(1).toBe(1)
})
