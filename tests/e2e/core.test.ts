import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fields, Payloads } from '#contract/commands.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import { openShared, until, type Shared } from '../support/browser.ts'
import { cars, emails, enquiriesWith, favouritesOf, signedIn, type Person } from '../support/people.ts'
import { refusal, startProxy, type Proxy } from '../support/proxy.ts'
import { startServer, type Server } from '../support/server.ts'
import { adForm } from '../support/writes.ts'
import { enquiry, photo } from './lab/core-wishes.ts'
import { startNextServer, type NextServer } from './lab/core-next-server.ts'
import { coreScript, openCorePhone, type CorePhone } from './lab/core-phone.ts'

// The whole core in a real browser against the real server, for features without a screen of their own.
let server: Server
let next: NextServer
let proxy: Proxy
let target: () => string
let browser: Shared
let script: string
let dealer: Person
let buyer: Person
const phones: CorePhone[] = []

beforeAll(async () => {
  server = await startServer()
  next = await startNextServer(server.origin)
  target = () => server.origin
  proxy = await startProxy(() => target())
  browser = await openShared()
  script = await coreScript()
  dealer = await signedIn(server.origin, emails.dealer)
  buyer = await signedIn(server.origin, emails.buyer)
})
beforeEach(() => {
  target = () => server.origin
})
afterEach(async () => {
  proxy.clear()
  proxy.forget()
  next.taken.length = 0
  for (const phone of phones.splice(0)) await phone.context.close()
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await next.close()
  await server.stop()
})

async function phoneOf(person: Person): Promise<CorePhone> {
  const phone = await openCorePhone({ browser, script, origin: proxy.origin, person })
  phones.push(phone)
  return phone
}

const writes = {
  edit: /update-car-details/,
  publish: /add-car/,
  ask: /car-enquiry-mail/,
  feed: /sync\/catalogue/,
}

/** Returns each name once: the phone repeats a slow request under the same key. */
const once = (names: readonly string[]) => [...new Set(names)].sort()

interface Ad {
  _id: string
  slug: string
  version: number
  fields: Fields
}
/** Returns the form of an ad, with names that this server knows. */
async function formOf(title: string) {
  const [like] = await cars(server.origin)
  if (!like) throw new Error('There is no car to copy.')
  const { make, model, province, city } = like
  const { image_ids: _, ...typed } = adForm
  return { ...typed, make, model, province, city, title }
}
/** The dealer's laptop: plain calls of the API. */
const laptop = {
  async publish(title: string): Promise<Ad> {
    const form = { ...(await formOf(title)), id: randomUUID(), image_ids: [await dealer.picture()] }
    return (await dealer.call<{ data: Ad }>('cars/add-car', form)).data
  },
  edit: (ad: Ad, patch: object) => dealer.call('cars/update-car-details', { ...patch, car_id: ad._id }),
  async remove(id: string): Promise<void> {
    const headers = { authorization: `Bearer ${dealer.token}` }
    const url = `${server.origin}/api/v1/cars/delete-car/${id}`
    const reply = await fetch(url, { method: 'DELETE', headers })
    expect(reply.status).toBe(200)
  },
  /** Returns the dealer's own ads with this title, from the server. */
  async ads(title: string): Promise<Ad[]> {
    const asked = { page: 1, limit: 100, search: title }
    return (await dealer.call<{ data: Ad[] }>('users/my-car-list', asked)).data
  },
  async fields(ad: Ad): Promise<Fields | undefined> {
    return (await laptop.ads(String(ad.fields['title']))).find(({ _id }) => _id === ad._id)?.fields
  },
}
/** Queues an edit that is based on the ad as the phone shows it. */
const edited = (phone: CorePhone, ad: Ad, patch: Fields) =>
  phone.ask(
    'put',
    'ad.edit',
    { adId: ad._id, title: String(ad.fields['title']), patch },
    { version: ad.version, snapshot: ad.fields },
  )
/** Queues ads with the same photo in the outbox of a phone. */
async function publishWithPhoto(phone: CorePhone, titles: readonly string[]): Promise<string[]> {
  const taken = await photo()
  const ids: string[] = []
  for (const title of titles) {
    const ad = { adId: randomUUID(), ad: await formOf(title), photo: taken }
    ids.push(await phone.ask('publishWithPhoto', ad))
  }
  return ids
}
/** Edits an ad on the offline phone and meanwhile on the laptop; then the phone goes online. */
async function bothEdit(title: string, mine: Fields, theirs: Fields) {
  const ad = await laptop.publish(title)
  const phone = await phoneOf(dealer)
  await phone.signal(false)
  const id = await edited(phone, ad, mine)
  await phone.reaches(id, 'wait')
  await laptop.edit(ad, theirs)
  await phone.signal(true)
  return { ad, phone, id }
}

/** Returns a car of the dealer, whose inbox shows which enquiries arrived. */
async function dealersCar(): Promise<string> {
  const [car] = await cars(server.origin, { creator: dealer.user.id })
  if (!car) throw new Error('The dealer has no car.')
  return car._id
}
const arrived = async (text: string) => (await enquiriesWith(dealer, text)).length
/** Returns the idempotency keys of the requests, in their order. */
const keys = (path: RegExp) =>
  proxy.seen('POST', path).map(({ headers }) => String(headers['idempotency-key']).replaceAll('"', ''))

/** Returns all cars for sale with their prices, from the server's lists. */
async function forSale(): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (let page = 1; ; page++) {
    const found = await cars(server.origin, { page, limit: 100 })
    for (const { _id, price } of found) all.set(_id, price)
    if (found.length < 100) return all
  }
}
const marketOf = async (phone: CorePhone) =>
  new Map((await phone.ask('market')).map(({ id, price }) => [id, price]))

test('A write after the database connection dies is saved on disk and sent once [S06 I1]', async () => {
  const ad = await laptop.publish('Written on a dead connection')
  const phone = await phoneOf(dealer)
  await phone.ask('draft', 'before', 'Kept before')
  await phone.signal(false)
  expect(await phone.ask('killConnections')).toBeGreaterThan(0)
  const id = await edited(phone, ad, { price: 111_000 })
  expect(await phone.ask('onDisk', id)).toMatch(/queued|sending|wait/)
  await phone.ask('killConnections')
  expect(await phone.ask('draft', 'after', 'Kept after')).toBe('Kept after')
  const { outbox, evicted } = await phone.ask('shown')
  expect([outbox.map((entry) => entry.id), evicted]).toEqual([[id], false])
  await phone.ask('killConnections')
  await phone.signal(true)
  await phone.reaches(id, 'done')
  expect(await laptop.fields(ad)).toMatchObject({ price: 111_000 })
  await phone.restart()
  expect([await phone.ask('draft', 'before'), await phone.ask('draft', 'after')]).toEqual([
    'Kept before',
    'Kept after',
  ])
})

test(
  'A phone with an evicted database says so and sends the next write [S06 I1 I15]',
  { tags: ['full'] },
  async () => {
    const phone = await phoneOf(buyer)
    const text = 'Right after the eviction'
    await phone.ask('draft', 'lost', 'Thrown away')
    await phone.ask('put', 'fav.set', { carId: await dealersCar(), want: 'yes' })
    await phone.signal(false)
    const session = await phone.context.newCDPSession(phone.page)
    await session.send('Storage.clearDataForOrigin', { origin: proxy.origin, storageTypes: 'indexeddb' })
    const id = await phone.ask('put', 'enquiry.send', enquiry(await dealersCar(), text))
    expect(await phone.ask('onDisk', id)).toMatch(/queued|sending|wait/)
    const { outbox, evicted } = await phone.ask('shown')
    expect([outbox.map((entry) => entry.id), evicted]).toEqual([[id], true])
    expect(await phone.ask('draft', 'lost')).toBeUndefined()
    await phone.signal(true)
    await phone.reaches(id, 'done')
    expect(await arrived(text)).toBe(1)
  },
)

test(
  'Edits of different fields on two devices merge, and the phone reports it [S21 I9]',
  { tags: ['full'] },
  async () => {
    const { ad, phone, id } = await bothEdit(
      'Edited on two devices',
      { price: 222_000, carfeatures: ['Bluetooth', 'Sunroof', 'ABS'] },
      { mileage: '70 000 Km', carfeatures: ['Sunroof'] },
    )
    const entry = await phone.reaches(id, 'done')
    expect(entry.merged).toEqual(expect.arrayContaining(['mileage']))
    const now = await laptop.fields(ad)
    expect(now).toMatchObject({ price: 222_000, mileage: '70 000 Km' })
    expect(new Set(now?.['carfeatures'] as string[])).toEqual(new Set(['Sunroof', 'ABS']))
    expect((await phone.ask('shown')).ads[`car:${ad._id}`]).toEqual(now)
  },
)

test(
  'In a field conflict a person sees both values and overwrites only by choice [S21 I9]',
  { tags: ['full'] },
  async () => {
    const { ad, phone, id } = await bothEdit('Mine', { price: 1000 }, { price: 2000, mileage: '1 Km' })
    const { dispute } = await phone.reaches(id, 'conflict')
    expect(dispute?.gone).toBe(false)
    expect(dispute?.fields).toEqual([{ name: 'price', before: 450_000, mine: 1000, theirs: 2000 }])
    expect(await laptop.fields(ad)).toMatchObject({ price: 2000, mileage: '1 Km' })
    expect(await phone.ask('resolve', id, { how: 'mine' })).toBe(true)
    await phone.reaches(id, 'done')
    expect(await laptop.fields(ad)).toMatchObject({ price: 1000, mileage: '1 Km' })
    const sent = keys(writes.edit)
    expect([sent.at(0), sent.at(-1)]).toEqual([`${id}.0`, `${id}.1`])
  },
)

test(
  'Theirs stands when I say so, and the rest of my edit still goes [S21 I9]',
  { tags: ['full'] },
  async () => {
    const { ad, phone, id } = await bothEdit('Theirs', { price: 1000, engine: '4.4L' }, { price: 2000 })
    await phone.reaches(id, 'conflict')
    expect(await laptop.fields(ad)).toMatchObject({ price: 2000, engine: '3.0L' })
    await phone.ask('resolve', id, { how: 'theirs' })
    await phone.reaches(id, 'done')
    expect(await laptop.fields(ad)).toMatchObject({ price: 2000, engine: '4.4L' })
  },
)

test(
  'A person can republish an ad deleted elsewhere with the edit that was saved [S23 I5]',
  { tags: ['full'] },
  async () => {
    const title = 'Deleted on the laptop'
    const phone = await phoneOf(dealer)
    const [born = ''] = await publishWithPhoto(phone, [title])
    await phone.reaches(born, 'done')
    const [ad] = await laptop.ads(title)
    if (!ad) throw new Error('It was not published.')
    await phone.signal(false)
    const id = await edited(phone, ad, { description: 'My new words', price: 333_000 })
    await laptop.remove(ad._id)
    await phone.signal(true)
    const { dispute } = await phone.reaches(id, 'conflict')
    expect(dispute).toMatchObject({ gone: true, mine: { description: 'My new words', price: 333_000 } })
    expect(await laptop.ads(title)).toEqual([])
    await phone.ask('resolve', id, { how: 'again' })
    await until('it is decided', async () => (await phone.entry(id)) === undefined)
    const { outbox } = await phone.ask('shown')
    const anew = outbox.find((entry) => entry.kind === 'ad.create' && entry.id !== born)
    await phone.reaches(anew?.id ?? '', 'done')
    const [again, ...others] = await laptop.ads(title)
    expect(others).toEqual([])
    expect(again?._id).not.toBe(ad._id)
    expect(again?.fields).toMatchObject({ ...ad.fields, description: 'My new words', price: 333_000 })
  },
)

test(
  'A write that the server calls outdated waits for an update and arrives once [S26 I16]',
  { tags: ['full'] },
  async () => {
    const text = 'From an app that was too old'
    target = () => next.origin
    next.setOldest(2)
    const phone = await phoneOf(buyer)
    const id = await phone.ask('put', 'enquiry.send', enquiry(await dealersCar(), text))
    const held = await phone.reaches(id, 'held upgrade')
    expect(held).toMatchObject({ payload: { message: text }, error: { code: 'upgrade_required' } })
    await phone.restart()
    await phone.reaches(id, 'held upgrade')
    await phone.restart({ version: 'next' })
    expect(await phone.reaches(id, 'done')).toMatchObject({ payload: { text } })
    expect([once(next.taken), await arrived(text)]).toEqual([['enquiry.send@2'], 1])
  },
)

test(
  'After an app update only untried writes are converted, and each write arrives once [S26 I6 I16]',
  { tags: ['full'] },
  async () => {
    next.setOldest(1)
    const tried = 'Tried by the older app'
    const never = 'Never tried by the older app'
    const car = await dealersCar()
    const phone = await phoneOf(buyer)
    // The server requests ten minutes without requests, so the phone does not send the next write.
    proxy.rule({
      method: 'POST',
      path: writes.ask,
      fault: refusal(429, 'rate_limited', { 'retry-after': '600' }),
    })
    const first = await phone.ask('put', 'enquiry.send', enquiry(car, tried))
    await phone.reaches(first, 'wait')
    const second = await phone.ask('put', 'enquiry.send', enquiry(car, never))
    expect((await phone.entry(second))?.mayHaveLeft).toBe(false)
    proxy.clear()
    target = () => next.origin
    await phone.restart({ version: 'next', later: 660_000 })
    await phone.reaches(first, 'done')
    expect(await phone.reaches(second, 'done')).toMatchObject({ payload: { text: never } })
    expect(once(next.taken)).toEqual(['enquiry.send@1', 'enquiry.send@2'])
    expect([await arrived(tried), await arrived(never)]).toEqual([1, 1])
  },
)

test(
  'A write newer than its server waits until the server understands it [S26 I16]',
  { tags: ['full'] },
  async () => {
    next.setOldest(1)
    const text = 'From an app that was too new'
    const { message: _old, ...rest } = enquiry(await dealersCar(), '')
    const phone = await phoneOf(buyer)
    await phone.restart({ version: 'next' })
    const newer = { ...rest, text } as unknown as Payloads['enquiry.send']
    const id = await phone.ask('put', 'enquiry.send', newer)
    await phone.reaches(id, 'held upgrade')
    expect(proxy.seen('POST', writes.ask).map(({ status }) => status)).toEqual([426])
    target = () => next.origin
    await phone.restart({ version: 'next' })
    await phone.reaches(id, 'done')
    expect([once(next.taken), await arrived(text)]).toEqual([['enquiry.send@2'], 1])
  },
)

test(
  'An ad that exceeds the plan stays saved and is resent after the upgrade [S40 I5]',
  { tags: ['full'] },
  async () => {
    const imageIds = [await dealer.picture()]
    for (const code of ['plan_limit', 'subscription_required']) {
      const ad = await formOf(`Beyond the plan: ${code}`)
      const phone = await phoneOf(dealer)
      const full = proxy.rule({ method: 'POST', path: writes.publish, fault: refusal(403, code) })
      const adId = randomUUID()
      const id = await phone.ask('put', 'ad.create', { adId, title: ad.title, ad, imageIds })
      const refused = await phone.reaches(id, 'rejected plan')
      expect(refused).toMatchObject({ error: { code }, payload: { adId, ad } })
      expect((await phone.ask('shown')).ads[`car:${adId}`]).toMatchObject({ title: ad.title })
      expect(await laptop.ads(ad.title)).toEqual([])
      full.end()
      await phone.ask('retry', id)
      await phone.reaches(id, 'done')
      expect((await laptop.ads(ad.title)).map(({ _id }) => _id)).toEqual([adId])
      expect(once(keys(writes.publish))).toEqual([`${id}.0`, `${id}.1`])
      proxy.forget()
    }
  },
)

test('The same photo in two ads that wait is sent once and kept once [S51 I13]', async () => {
  const phone = await phoneOf(dealer)
  await phone.signal(false)
  const ads = ['Same photo, first', 'Same photo, second']
  const ids = await publishWithPhoto(phone, ads)
  await phone.signal(true)
  for (const id of ids) await phone.reaches(id, 'done')
  const pictures = (await Promise.all(ads.map((title) => laptop.ads(title))))
    .flat()
    .map(({ fields }) => fields['images'])
  expect(pictures).toHaveLength(2)
  expect(pictures[0]).toHaveLength(1)
  expect(pictures[1]).toEqual(pictures[0])
  const bytes = proxy.seen('PATCH', /uploads/).map(({ headers }) => Number(headers['content-length']))
  const made = proxy.seen('POST', /uploads/).map(({ headers }) => Number(headers['upload-length']))
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(made[0])
})

test('A server killed after committing replays the stored answer and makes one row [S52 I2]', async () => {
  const text = 'Committed, then killed'
  const phone = await phoneOf(buyer)
  proxy.rule({ method: 'POST', path: writes.ask, fault: { kind: 'answer-lost' } })
  const id = await phone.ask('put', 'enquiry.send', enquiry(await dealersCar(), text))
  await until('the server took it', () => proxy.seen('POST', writes.ask)[0]?.status === 200)
  await server.kill()
  proxy.clear()
  await phone.reaches(id, 'wait')
  // The phone's request may arrive before `restart` resolves, so the wait starts here.
  const answered = phone.page.waitForResponse((r) => writes.ask.test(r.url()) && r.ok(), { timeout: 120_000 })
  await server.restart()
  await phone.signal(false)
  await phone.signal(true)
  expect(await (await answered).headerValue('idempotency-replayed')).toBe('true')
  await phone.reaches(id, 'done')
  expect(new Set(keys(writes.ask))).toEqual(new Set([`${id}.0`]))
  expect(await arrived(text)).toBe(1)
})

test(
  'After a server restore the phone drops ghost cars, resyncs and sends what waits [S53 I21]',
  { tags: ['full'] },
  async () => {
    const [repriced, removed] = [
      await laptop.publish('Repriced in lost time'),
      await laptop.publish('Removed in lost time'),
    ]
    const phone = await phoneOf(buyer)
    await phone.ask('follow')
    expect(await marketOf(phone)).toEqual(await forSale())
    const copy = `${server.data}-copy`
    cpSync(server.data, copy, { recursive: true, filter: (from) => !from.endsWith('.lock') })
    try {
      const ghost = await laptop.publish('Published in lost time')
      await laptop.edit(repriced, { price: 1 })
      await laptop.remove(removed._id)
      for (const { slug } of [ghost, repriced]) await phone.ask('look', slug)
      const before = await phone.ask('put', 'enquiry.send', enquiry(ghost._id, 'Sent in lost time'))
      await phone.reaches(before, 'done')
      await phone.ask('follow')
      expect(await marketOf(phone)).toEqual(await forSale())
      await phone.signal(false)
      const waiting = await phone.ask('put', 'enquiry.send', enquiry(repriced._id, 'Waited all the time'))

      await server.kill()
      rmSync(server.data, { recursive: true })
      cpSync(copy, server.data, { recursive: true, verbatimSymlinks: true })
      await server.restart()
      proxy.forget()
      await phone.signal(true)
      await phone.reaches(waiting, 'done')
      expect(await phone.ask('follow')).toEqual({ ok: true, news: true })
      expect(proxy.seen('GET', writes.feed).map(({ status }) => status)).toContain(410)
      const market = await marketOf(phone)
      expect(market).toEqual(await forSale())
      expect([market.has(ghost._id), market.get(removed._id), market.get(repriced._id)]).toEqual([
        false,
        450_000,
        450_000,
      ])
      expect(await phone.ask('kept', ghost._id)).toMatchObject({ status: 'inactive' })
      // A receipt records the server's response. The phone does not repeat a write that the server lost later: nobody knows which
      // of its effects people have used. The person still sees what they sent.
      expect((await phone.entry(before))?.state).toBe('done')
      expect([await arrived('Sent in lost time'), await arrived('Waited all the time')]).toEqual([0, 1])
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  },
)

test('A phone away beyond retention resyncs everything, drops removed cars and keeps its favourites [S55 I21]', async () => {
  const [stays, ghost] = [await laptop.publish('Saved and for sale'), await laptop.publish('Saved and sold')]
  const phone = await phoneOf(buyer)
  const hearts: string[] = []
  for (const { _id, slug } of [stays, ghost]) {
    await phone.ask('look', slug)
    hearts.push(await phone.ask('put', 'fav.set', { carId: _id, want: 'yes' }))
  }
  for (const id of hearts) await phone.reaches(id, 'done')
  await phone.ask('follow')
  const feed = `${server.origin}/api/v1/sync/catalogue?window=5000`
  const place = ((await (await fetch(feed)).json()) as { data: { cursor: string } }).data.cursor

  await laptop.remove(ghost._id)
  await laptop.edit(stays, { price: 2 })
  await server.kill()
  const db = await openDb(
    { dataDir: server.data, databaseUrl: undefined },
    { info: () => {}, error: () => {} },
  )
  await db.run({ text: `update feed set gone_at = gone_at - interval '61 days' where not active` })
  await db.close()
  await server.restart()
  const status = async () => (await fetch(`${feed}&cursor=${place}`)).status
  await until('the server has forgotten', async () => (await status()) === 410)

  proxy.forget()
  expect(await phone.ask('follow')).toEqual({ ok: true, news: true })
  expect(proxy.seen('GET', writes.feed).map((seen) => seen.status)).toContain(410)
  const market = await marketOf(phone)
  expect(market).toEqual(await forSale())
  expect([market.has(ghost._id), market.get(stays._id)]).toEqual([false, 2])
  const { favourites } = await phone.ask('shown')
  expect(favourites).toEqual(expect.arrayContaining([stays._id, ghost._id]))
  expect(await phone.ask('kept', ghost._id)).toMatchObject({ status: 'inactive' })
  expect(await phone.ask('kept', stays._id)).toEqual({ status: 'active', price: 2 })
  expect(await favouritesOf(buyer)).toContain(stays._id)
})
