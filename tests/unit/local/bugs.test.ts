import { describe, expect, test } from 'vitest'
import { clientErrorRoutes, mostClientErrors } from '#contract/sync/client-errors.ts'
import { pathOf } from '#contract/http.ts'
import { newPhone, soon } from './page.ts'
import { open, world } from './world.ts'

const { reportClientErrors } = clientErrorRoutes

function phone(given: { beacon?: () => boolean } = {}) {
  const sent: { url: string; body: unknown }[] = []
  const beacon = (url: string, json: string) => {
    sent.push({ url, body: JSON.parse(json) as unknown })
    return given.beacon?.() ?? true
  }
  const server = world()
  const tab = open(newPhone(), server, { beacon, appVersion: '1.2.3' })
  const stop = tab.app.watchBugs(() => '/listing/:slug')
  const errors = () =>
    sent.flatMap(({ body }) => reportClientErrors.body.parse(body).errors.map(({ name }) => name))
  return { ...tab, sent, errors, server, stop }
}
const secret = 'call me on 0821234567'
function thrown(error: Error) {
  error.stack = `${String(error)}\n    at f (https://motorkin.test/assets/open-abc.js:1:2345)`
  return error
}

describe('A bug', () => {
  test('is logged on the phone and reported to the operator without personal data', async () => {
    const { app, window, sent } = phone()
    await app.load()
    window.fire('error', { error: thrown(Object.assign(new TypeError(secret), { code: 'E_ODD' })) })
    await expect.poll(() => sent.length, soon).toBe(1)
    expect(sent[0]?.url).toBe(pathOf(reportClientErrors))
    expect(sent[0]?.body).toEqual({
      version: '1.2.3',
      errors: [
        {
          name: 'TypeError',
          code: 'E_ODD',
          at: 'open-abc.js:1:2345',
          route: '/listing/:slug',
          where: 'page',
        },
      ],
    })
    const report = await (await app.load()).report()
    expect(report).toContain('bug TypeError E_ODD /listing/:slug open-abc.js:1:2345')
    expect(report).toMatch(/bug 1$/m)
    expect(report + JSON.stringify(sent)).not.toContain('0821234567')
  })
  test('that is unhandled is reported, unlike errors of other sites or pictures', async () => {
    const { window, errors } = phone()
    window.fire('error', { message: 'Script error.', error: null })
    window.fire('error', {})
    window.fire('unhandledrejection', { reason: secret })
    window.fire('unhandledrejection', { reason: new RangeError(secret) })
    await expect.poll(errors, soon).toEqual(['string', 'RangeError'])
  })
  test('met before the store is loaded is in the log once it is', async () => {
    const { app, window, errors } = phone()
    window.fire('error', { error: thrown(new TypeError(secret)) })
    await expect.poll(errors, soon).toEqual(['TypeError'])
    expect(await (await app.load()).report()).toContain('bug TypeError /listing/:slug')
  })
  test('is reported once, and one page reports only a limited number', async () => {
    const { window, errors, app } = phone()
    const bug = thrown(new TypeError(secret))
    for (let n = 0; n < 5; n += 1) window.fire('error', { error: bug })
    for (let n = 0; n < 200; n += 1)
      window.fire('error', { error: Object.assign(new Error(), { code: `E_${n}` }) })
    await expect.poll(() => errors().length, soon).toBe(mostClientErrors)
    await (await app.load()).drained()
    expect(errors()).toEqual(['TypeError', ...Array.from({ length: mostClientErrors - 1 }, () => 'Error')])
  })
  test('found offline is reported once the server answers, and never twice', async () => {
    const { app, window, errors, server } = phone({ beacon: () => false })
    server.o.signal = false
    await app.settings.refresh()
    await app.settings.refresh()
    expect(app.connection.get().state).not.toBe('online')
    window.fire('error', { error: new TypeError(secret) })
    await (await app.load()).report()
    expect(errors()).toEqual([])
    server.o.signal = true
    await app.settings.refresh()
    await expect.poll(errors, soon).toEqual(['TypeError'])
    server.o.signal = false
    await app.settings.refresh()
    await app.settings.refresh()
    server.o.signal = true
    await app.settings.refresh()
    expect(errors()).toEqual(['TypeError'])
  })
  test('of a page that is over is told to nobody', async () => {
    const { app, window, errors, stop } = phone()
    stop()
    window.fire('error', { error: new TypeError(secret) })
    expect(await (await app.load()).report()).not.toContain('bug TypeError')
    expect(errors()).toEqual([])
  })
})

test('The operator can tell a failed file download from a bug by its code', async () => {
  const { window, sent } = phone()
  const missing = new TypeError('Failed to fetch dynamically imported module')
  window.fire('vite:preloadError', { payload: missing })
  window.fire('unhandledrejection', { reason: missing })
  await expect.poll(() => sent.length, soon).toBe(1)
  expect(sent[0]?.body).toMatchObject({ errors: [{ name: 'TypeError', code: 'network' }] })
})
