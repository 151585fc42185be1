import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlled, openPhone, until, type Phone } from '../support/browser.ts'
import { takeBugs } from '../support/bugs.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
let phone: Phone
beforeAll(async () => {
  server = await startServer()
  phone = await openPhone()
  await phone.page.goto(`${server.origin}/listings`)
  await controlled(phone.page)
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
})
const counted = async (name: string) =>
  (await (await fetch(`${server.origin}/metrics`)).text()).includes(`client_errors_total{name="${name}"`)

test('A page’s uncaught error reaches the operator’s count and fails its test', async () => {
  await phone.page.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('typed 0821234567')
    })
    void Promise.reject(new SyntaxError('typed 0821234567'))
  })
  await until('both are counted', async () => (await counted('RangeError')) && counted('SyntaxError'))
  const bugs = takeBugs().map(String)
  expect(bugs.filter((bug) => bug.startsWith('RangeError') || bug.startsWith('SyntaxError'))).toHaveLength(2)
  // The test cannot read the body of a beacon; the server accepts only names and places.
  expect(bugs.filter((bug) => bug.includes('Told to the operator'))).toHaveLength(2)
})

test('A service worker’s uncaught error reaches the operator’s count and fails its test', async () => {
  const [worker] = phone.context.serviceWorkers()
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new EvalError('typed 0821234567')
    })
    void Promise.reject(new URIError('typed 0821234567'))
  })
  await until('both are counted', async () => (await counted('EvalError')) && counted('URIError'))
  const told = takeBugs().map(String).join()
  expect(told).toMatch(/EvalError.*"where":"worker"/)
  expect(told).not.toContain('0821234567')
})
