import type { Page } from 'playwright-core'
import { controlled, openPhone } from '../../tests/support/browser.ts'
import { lookInside } from '../../tests/support/phone/inside.ts'
import { ready } from '../../tests/support/phone/market.ts'
import { startServer } from '../../tests/support/server.ts'

/** Script that taps a filter and reports when the button shows the new count. It is text, so that no compiler changes it. */
const tapping = `
  window.tapOne = (nth) => new Promise((done) => {
    const drawer = document.querySelector('dialog[open]')
    const words = () =>
      [...drawer.querySelectorAll('button')].map((b) => b.textContent).find((t) => /^Show [\\d,]+ cars?$/.test(t))
    const before = words()
    const options = [...drawer.querySelectorAll('input[type="checkbox"]')].filter((o) => !o.disabled)
    const began = performance.now()
    const look = () => {
      const now = words()
      if (now !== undefined && now !== before) done(performance.now() - began)
      else requestAnimationFrame(look)
    }
    options[nth % options.length].click()
    requestAnimationFrame(look)
  })`
declare global {
  interface Window {
    tapOne: (nth: number) => Promise<number>
  }
}
const perTap = 5000

/**
 * Returns the milliseconds from a tap on a filter to the frame in which the drawer's button shows the count; without a
 * server.
 */
export async function countsAfterTaps(rate: number, taps: number): Promise<number[]> {
  const server = await startServer()
  const phone = await openPhone()
  const { page } = phone
  try {
    await page.addInitScript({ content: tapping })
    await lookInside(phone.context)
    await page.goto(`${server.origin}/listings`)
    await page.getByRole('article').first().waitFor()
    await ready(page)
    await controlled(page)
    await server.kill()
    await page
      .getByRole('button', { name: /^Filters/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Show [\d,]+ cars?$/ }).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    const times: number[] = []
    for (let n = 0; n < taps + 2; n++) times.push(await tapOnce(page, n))
    // The first two taps run code that is not compiled yet.
    return times.slice(2)
  } finally {
    await phone.dispose()
    await server.stop()
  }
}

async function tapOnce(page: Page, n: number): Promise<number> {
  // Each filter is set and then cleared, so that the length of the list stays the same.
  const time = await page.evaluate(
    ([nth, most]) =>
      Promise.race([
        window.tapOne(nth),
        new Promise<never>((_, no) => setTimeout(() => no(new Error('It did not count.')), most)),
      ]),
    [Math.floor(n / 2), perTap] as const,
  )
  await page.waitForTimeout(500)
  return time
}
