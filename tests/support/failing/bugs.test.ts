import { expect, test } from 'vitest'
import { ignoreExpected, isOffline } from '#contract/values/expected.ts'

test('a swallowed bug', async () => {
  const swallowed = Promise.reject(new ReferenceError('planted')).catch(ignoreExpected('planting', isOffline))
  expect(await swallowed).toBeUndefined()
})
test('an expected failure', async () => {
  const swallowed = Promise.reject(Object.assign(new Error(), { code: 'network' })).catch(
    ignoreExpected('planting', isOffline),
  )
  expect(await swallowed).toBeUndefined()
})
