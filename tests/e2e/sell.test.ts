import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { LocalApp } from '../../src/local/index.ts'
import { chunkSize } from '../../src/local/upload/prepare.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import { type LeakyLine, openLeakyLine, type Piece } from '../support/leaky-line.ts'
import { emails, type Person, signedIn } from '../support/people.ts'
import { lookInside, outboxOnDisk, press, running } from '../support/phone/inside.ts'
import { ready } from '../support/phone/market.ts'
import { signInQuickly } from '../support/phone/scene.ts'
import { addPhotos, adsCalled, cameraPhoto, fillAd, next, pictures, publish } from '../support/selling.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
let line: LeakyLine
let dealer: Person
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'motorkin-e2e-sell-'))
  server = await startServer()
  line = await openLeakyLine(server.origin)
  dealer = await signedIn(server.origin, emails.dealer)
})
afterAll(async () => {
  await line.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the bytes that were sent a second time, in total and for the worst break. */
function sentAgain(pieces: readonly Piece[]): { total: number; worst: number } {
  const reached = new Map<string, number>()
  let total = 0
  let worst = 0
  for (const { path, from, through } of pieces) {
    const before = reached.get(path) ?? 0
    const again = Math.max(0, Math.min(before, from + through) - from)
    total += again
    worst = Math.max(worst, again)
    reached.set(path, Math.max(before, from + through))
  }
  return { total, worst }
}

/** Whether the makes, provinces and cities are stored on the phone, which happens together with the listings. */
const listsAreHere = (page: Page) =>
  page.evaluate(async () => {
    const here = (window as unknown as { motorkinHere?: () => Promise<LocalApp | undefined> }).motorkinHere
    const local = await here?.()
    const { phone } = (await local?.load()) ?? {}
    const [brands, provinces] = [await phone?.brands(), await phone?.provinces()]
    const cities = await phone?.cities((provinces?.value ?? []).map(({ _id }) => _id))
    return brands !== undefined && provinces !== undefined && cities !== undefined
  })

test(
  'Despite a kill and a breaking line, an eight-picture offline ad is published once [S03 S04 S13 I1 I2 I13 R-POST-14 R-POST-38 R-PWA-34]',
  { tags: ['full'], timeout: 900_000 },
  async () => {
    const title = 'Roadside Fortuner'
    const paths = await Promise.all(Array.from({ length: 8 }, (_, n) => cameraPhoto(folder, n)))
    let phone = await openPhone()
    await lookInside(phone.context)
    await signInQuickly(phone.page, line.origin, emails.dealer)
    await controlled(phone.page)
    await ready(phone.page)
    await until('the lists of makes and places are here', () => listsAreHere(phone.page))

    await phone.context.setOffline(true)
    await phone.page.goto(`${line.origin}/post/ad`)
    await running(phone.page)
    await addPhotos(phone.page, paths)
    await until('all pictures are kept', async () => (await pictures(phone.page).count()) === 8, 240_000)
    await phone.page.getByText('Draft saved · offline').waitFor()
    await next(phone.page)
    await fillAd(phone.page, { title })
    await publish(phone.page)
    await phone.page.getByText('Saved on this phone with 8 pictures', { exact: false }).waitFor()
    await phone.page.getByText('Will be sent').waitFor()
    await phone.kill()

    line.breakEvery(300_000)
    phone = await phone.reopen()
    await lookInside(phone.context)
    await phone.page.goto(`${line.origin}/listings`)
    await running(phone.page)
    await until(
      'the ad is there',
      async () => {
        await press(phone.page, { now: true })
        return (await adsCalled(dealer, title)).length > 0
      },
      240_000,
    )
    await until(
      'the phone knows',
      async () => (await outboxOnDisk(phone.page)).every((row) => row.state === 'done'),
      60_000,
    )
    line.breakEvery(undefined)

    const [ad, ...others] = await adsCalled(dealer, title)
    expect(others).toEqual([])
    expect(ad?.fields.images).toHaveLength(8)
    expect(new Set(ad?.fields.images).size).toBe(8)
    expect(line.breaks()).toBeGreaterThan(4)
    const again = sentAgain(line.pieces())
    expect(again.worst).toBeLessThanOrEqual(chunkSize.most)
    expect(again.total).toBeLessThanOrEqual(line.breaks() * chunkSize.start)

    for (const url of ad?.fields.images ?? []) {
      for (const format of pictureFormats) {
        const widest = pictureUrl(url, pictureWidths.at(-1) ?? 1280, format)
        const bytes = Buffer.from(await (await fetch(server.origin + widest)).arrayBuffer())
        expect(bytes.includes('Secretphone')).toBe(false)
        expect((await sharp(bytes).metadata()).exif).toBeUndefined()
      }
    }
    await phone.dispose()
  },
)
