import type { Page } from 'playwright-core'
import { controlled, openPhone } from '../../tests/support/browser.ts'
import { startServer } from '../../tests/support/server.ts'

/** Times at which the first car of a start was visible and interactive; ms since the start of the navigation. */
export interface Start {
  seen: number
  alive: number
}
declare global {
  interface Window {
    starting?: Partial<Start>
  }
}

/**
 * Script that records the frames in which the page contains the first car and in which the app itself renders the car. It is
 * text, so that no compiler changes it.
 */
const watchCars = `
  const starting = (window.starting = {})
  const car = 'article a[href^="/listing/"]'
  const note = (name) => (starting[name] ??= performance.now())
  const look = () => {
    if (document.querySelector(car)) note('seen')
    const shown = document.querySelector('#app ' + car)
    if (shown && Object.keys(shown).some((key) => key.startsWith('__react'))) note('alive')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
async function firstCar(page: Page, address: string): Promise<Start> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.starting?.alive !== undefined)
  return page.evaluate(() => ({ seen: Number.NaN, alive: Number.NaN, ...window.starting }))
}
async function slow(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Milliseconds after which the work that follows a start has ended. */
const calm = 2500

/**
 * Measures the start of the list without a server and with a slow CPU, until the first car: in a browser that was just
 * started, in another page of the running browser, and in that page again.
 */
export async function offlineStarts(
  rate: number,
  rounds: number,
): Promise<[cold: Start[], warm: Start[], again: Start[]]> {
  const server = await startServer()
  const address = `${server.origin}/listings`
  let phone = await openPhone()
  async function started(page: Page): Promise<Start> {
    await slow(page, rate)
    const time = await firstCar(page, address)
    await page.waitForTimeout(calm)
    return time
  }
  try {
    await phone.page.goto(address)
    await controlled(phone.page)
    await phone.page.waitForFunction(() => localStorage.getItem('motorkin-has-data') === '1')
    // The reload goes through the worker, so that the worker caches what the list needs.
    await phone.page.reload()
    await phone.page.waitForTimeout(calm)
    await server.kill()
    const times: [Start[], Start[], Start[]] = [[], [], []]
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
