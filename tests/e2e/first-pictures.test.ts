import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCards, kept } from '../support/acts.ts'
import { controlled, until } from '../support/browser.ts'
import { openScene, type Scene } from '../support/phone/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

test(
  'A slow picture still loading when the service worker takes over is cached [R-PWA-18 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const slow = scene.proxy.rule({ path: /^\/media\//, times: 1, fault: { kind: 'hold' } })
    await page.goto(`${scene.origin}/listings`, { waitUntil: 'commit' })
    await firstCards(page).first().waitFor()
    await until('a picture is on its way', () => slow.hits() === 1)
    await controlled(page)
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    const before = await loaded()
    await page.waitForTimeout(5000)
    slow.release()
    const [late] = scene.proxy.seen('GET', /^\/media\//).map(({ path }) => path)
    await until('it is here', async () => (await loaded()).some((name) => name.endsWith(late ?? '?')))
    expect(before.some((name) => name.endsWith(late ?? '?'))).toBe(false)
    await until('all of it is kept', () => kept(page))
    await context.close()
  },
)

test('A drawn page lays out what is below a phone’s window one frame later', async () => {
  const { context, page } = await scene.guest()
  await page.addInitScript({
    content: `window.laid = []
      addEventListener('animationend', ({ animationName, target }) => {
        if (animationName === 'laid-second') laid.push(target.getBoundingClientRect().top >= innerHeight)
      }, true)`,
  })
  const laid = () => page.evaluate(() => (window as unknown as { laid: boolean[] }).laid)
  for (const address of ['/', '/listings', '/dealers', '/blog']) {
    await page.goto(scene.origin + address)
    await until(`${address} is laid out`, async () => (await laid()).length > 0)
    // Nothing that a person sees at first waits for it.
    expect(await laid()).not.toContain(false)
  }
  const browse = page.getByRole('link', { name: 'Browse' })
  await until('the app is there', () =>
    browse.evaluate((link) => Object.keys(link).some((name) => name.startsWith('__react'))),
  )
  const before = (await laid()).length
  await browse.click()
  await firstCards(page).nth(5).waitFor({ state: 'attached' })
  expect(await laid()).toHaveLength(before)
  await context.close()
})
