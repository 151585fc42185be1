import type { Page } from 'playwright-core'
import { controlled, openPhone } from '../../tests/support/browser.ts'
import { startServer } from '../../tests/support/server.ts'

declare global {
  interface Window {
    firstCar?: number
  }
}

/** Notes when the first car stands in the page, counted from the start of the navigation; as text, so that no compiler touches it. */
const watchCars = `
  new MutationObserver(() => {
    if (document.querySelector('article a[href^="/listing/"]')) window.firstCar ??= performance.now()
  }).observe(document, { subtree: true, childList: true })`
async function firstCar(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() => window.firstCar !== undefined)
  return page.evaluate(() => window.firstCar ?? Number.NaN)
}
async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Milliseconds: what follows a start is over by then. */
const calm = 2500

/**
 * Milliseconds until the first car of the list, without a server and with a slow processor: in a browser that was just
 * started, on another page of the browser that runs, and on that page once more.
 */
export async function offlineStarts(
  rate: number,
  rounds: number,
): Promise<[cold: number[], warm: number[], again: number[]]> {
  const server = await startServer()
  const address = `${server.origin}/listings`
  let phone = await openPhone()
  async function started(page: Page): Promise<number> {
    await slow(page, rate)
    const time = await firstCar(page, address)
    await page.waitForTimeout(calm)
    return time
  }
  try {
    await phone.page.goto(address)
    await controlled(phone.page)
    await phone.page.waitForFunction(() => localStorage.getItem('motorkin-has-data') === '1')
    // Once with the worker in between, so that it keeps what the list needs.
    await phone.page.reload()
    await phone.page.waitForTimeout(calm)
    await server.kill()
    const times: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      await phone.context.close()
      phone = await phone.reopen()
      await phone.context.addInitScript({ content: watchCars })
      times[0].push(await started(phone.page))
      const page = await phone.context.newPage()
      await phone.page.close()
      times[1].push(await started(page))
      times[2].push(await started(page))
    }
    return times
  } finally {
    await phone.dispose()
    await server.stop()
  }
}
