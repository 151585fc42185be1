import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { enquiryRoutes } from '#contract/forms/enquiries.ts'
import type { Get } from '../../../src/local/cache/reads.ts'
import { createLocalApp } from '../../../src/local/index.ts'
import { meta } from '../../../src/local/outbox/command.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newDisk } from './disk.ts'
import { newPhone, soon, tabOf } from './page.ts'
import { heart, on, open, put, signIn, states, world } from './world.ts'

type Row = Record<string, unknown>
/** Makes the database refuse the rows that a test names. */
function refuse(which: (row: Row) => boolean, name = 'QuotaExceededError') {
  type Put = (this: IDBObjectStore, row: Row, ...rest: unknown[]) => IDBRequest
  const real = Reflect.get(IDBObjectStore.prototype, 'put') as Put
  const fake: Put = function (row, ...rest) {
    if (which(row)) throw new DOMException('refused', name)
    return real.call(this, row, ...rest)
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(fake as never)
}
const isPin = (row: Row) => String(row['k']).startsWith('pins:')
/** Loads a seller's inbox with the call of its screen. */
const inbox = async (get: Get) => {
  const { data, totalCount } = await get(enquiryRoutes.myCarsEnquiryList, { body: {} })
  return { value: { data, totalCount } }
}
const bare = { indexedDB: undefined, keyRange: undefined }
const tokenOf = (headers: Record<string, string>) => {
  const part = (headers['authorization'] ?? '').split('.')[1]
  return part && (JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }).sub
}

describe('Two people on one phone', () => {
  test(': a write refused during their switch never goes out under the next login [R-PWA-36]', async () => {
    const server = world()
    let refused: () => void = () => undefined
    const fetch: typeof server.fetch = async (url, init) => {
      const headers = init.headers as Record<string, string>
      if (url.endsWith('like-dislike-car') && tokenOf(headers) === 'ada') {
        server.o.expired.add((headers['authorization'] ?? '').replace('Bearer ', ''))
        await new Promise<void>((resolve) => (refused = resolve))
      }
      return server.fetch(url, init)
    }
    const { app } = open(newPhone(), server, { fetch })
    await signIn(app, 'ada')
    await (await app.load()).drained()
    await heart(app, 'c1')
    await expect.poll(() => server.o.expired.size, soon).toBe(1)
    await app.account.signOut()
    await signIn(app, 'ben')
    await expect
      .poll(() => {
        refused()
        return server.to('cars/like').length
      }, soon)
      .toBeGreaterThan(1)
    expect(server.to('cars/like').map((c) => tokenOf(c.headers))).toEqual(['ada', 'ada'])
    expect(server.hearts.has('ben')).toBe(false)
  })
  test(': a call refused during their switch is not repeated for the next person [R-PWA-36]', async () => {
    const server = world()
    let go: () => void = () => undefined
    const fetch: typeof server.fetch = async (url, init) => {
      if (!url.endsWith('my-cars-enquiry-list')) return server.fetch(url, init)
      await new Promise<void>((resolve) => (go = resolve))
      await server.fetch(url, init)
      const headers = { 'content-type': 'application/json', 'x-api': '1' }
      return new Response(JSON.stringify({ success: false, code: 'token_expired' }), { status: 401, headers })
    }
    const { app } = open(newPhone(), server, { fetch })
    await signIn(app, 'ada')
    const asked = app.reads.mine('inquiries:1', inbox).catch((error: unknown) => error)
    await app.account.signOut()
    await signIn(app, 'ben')
    const end = vi.fn<() => void>()
    void asked.then(() => {
      end()
    })
    await expect
      .poll(() => {
        go()
        return end.mock.calls.length
      }, soon)
      .toBe(1)
    expect(server.to('users/my-cars').map((c) => tokenOf(c.headers))).not.toContain('ben')
    expect(app.session.get().user?.id).toBe('ben')
  })
  test(': an answer for one of them is not kept for the other [R-PWA-36]', async () => {
    const server = world()
    let go: () => void = () => undefined
    const fetch: typeof server.fetch = async (url, init) => {
      if (!url.endsWith('my-cars-enquiry-list')) return server.fetch(url, init)
      await new Promise<void>((resolve) => (go = resolve))
      const body = { success: true, msg: '', data: [], totalCount: 7 }
      const headers = { 'content-type': 'application/json', 'x-api': '1' }
      return new Response(JSON.stringify(body), { headers })
    }
    const { app } = open(newPhone(), server, { fetch })
    await signIn(app, 'ada')
    const engine = await app.load()
    const asked = app.reads.mine('inquiries:1', inbox)
    await app.account.signOut()
    await signIn(app, 'ben')
    go()
    expect((await asked).value.totalCount).toBe(7)
    await engine.drained()
    expect(await engine.phone.mine('inquiries:1')).toBeUndefined()
  })
  test(': a login ended while storage was closed is not left for the worker [R-STATE-03]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await signIn(first.app, 'ada')
    await (await first.app.load()).drained()
    server.o.signal = false
    await heart(first.app, 'c1')
    await (await first.app.load()).drained()
    first.close()
    await createLocalApp(tabOf(phone, { fetch: server.fetch }).env).account.signOut()
    const second = open(phone, server)
    await second.app.load()
    server.o.signal = true
    await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)
    expect(server.hearts.has('ada')).toBe(false)
    await signIn(second.app, 'ada')
    await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  })
  test(': signing out and in at once leaves the last step in effect [R-STATE-03]', async () => {
    const phone = newPhone()
    const server = world()
    const partition = userPartition('ada')
    const { app, window } = open(phone, server)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    const before = phone.lasting.all()
    const names = ['authentication-token', 'motorkin-account']
    for (const name of names) phone.lasting.removeItem(name)
    window.fire('storage')
    for (const name of names) phone.lasting.setItem(name, before[name] ?? '')
    window.fire('storage')
    const token = () => mirroredToken(phone.indexedDB, partition)
    await expect.poll(token, soon).toBe(before['authentication-token'])
    expect(app.session.get().user?.id).toBe('ada')
    await (await app.load()).drained()
    await app.account.signOut()
    await expect.poll(token, soon).toBeUndefined()
  })
})

/** Returns the token that the worker would find. */
function mirroredToken(indexedDB: IDBFactory, partition: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(partition)
    request.onerror = () => {
      reject(request.error ?? new Error('did not open'))
    }
    request.onsuccess = () => {
      const read = request.result.transaction('meta').objectStore('meta').get(meta.token)
      read.onsuccess = () => {
        request.result.close()
        resolve((read.result as { v?: unknown } | undefined)?.v)
      }
    }
  })
}

describe('What was committed', () => {
  test('is called saved, also when the news of it could not be made', async () => {
    const server = world()
    const { app } = open(newPhone(), server)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    refuse(isPin)
    expect(await heart(app, 'c1')).toMatchObject({ ok: true })
    expect(on(app, 'c1')).toBe(true)
    await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  })
  test('is opened and sent on a phone that takes no pins any more', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await signIn(first.app, 'ada')
    await (await first.app.load()).drained()
    server.o.signal = false
    await heart(first.app, 'c1')
    await (await first.app.load()).drained()
    first.close()
    server.o.signal = true
    refuse(isPin)
    const { app } = open(phone, server)
    await expect.poll(() => states(app), soon).toEqual(['fav.set done'])
  })
})

describe('A database that is broken', () => {
  /** Makes every further transaction on the database fail. */
  function broken(name: string) {
    type Begin = (this: IDBDatabase, ...rest: unknown[]) => IDBTransaction
    const real = Reflect.get(IDBDatabase.prototype, 'transaction') as Begin
    const fake: Begin = function (...rest) {
      if (this.name === name) throw new DOMException('broken', 'NotReadableError')
      return real.apply(this, rest)
    }
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(fake as never)
  }
  async function leftBehind() {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await signIn(first.app, 'ada')
    await (await first.app.load()).drained()
    server.o.signal = false
    await heart(first.app, 'c1')
    await (await first.app.load()).drained()
    const names = (await phone.indexedDB.databases()).map((db) => db.name ?? '')
    return { phone, server, first, guest: names.find((name) => name.startsWith('g_')) ?? '' }
  }
  test('does not stop the page from sending what waits in the others', async () => {
    const { server, first, guest } = await leftBehind()
    broken(guest)
    server.o.signal = true
    first.window.fire('online')
    await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  })
  test('does not stop the worker from sending what waits in the others', async () => {
    const { phone, server, first, guest } = await leftBehind()
    first.close()
    server.o.signal = true
    broken(guest)
    expect(await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)).toBe(false)
    expect(server.hearts.get('ada')).toEqual(new Set(['c1']))
  })
})

test('A tab that is still signed in sends writes held by another tab’s sign-out', async () => {
  const phone = newPhone()
  const server = world()
  const one = open(phone, server)
  const two = open(phone, server)
  await two.app.load()
  await signIn(one.app, 'ada', false)
  await signIn(two.app, 'ada')
  await (await one.app.load()).drained()
  await (await two.app.load()).drained()
  server.o.signal = false
  await heart(one.app, 'c1')
  await two.app.account.signOut()
  await expect
    .poll(() => one.app.engine.get()?.views.read(), soon)
    .toMatchObject({ outbox: [{ hold: 'auth' }] })
  server.o.signal = true
  one.app.kick('manual')
  await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
})

describe('Where nothing can be kept', () => {
  test('two hearts tapped at once both arrive, and both are said to have arrived', async () => {
    const server = world()
    const { app } = open(newPhone(), server, bare)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    const both = await Promise.all([heart(app, 'c1'), heart(app, 'c2')])
    expect(both.map((r) => r.ok)).toEqual([true, true])
    expect(server.hearts.get('ada')).toEqual(new Set(['c1', 'c2']))
  })
  test('a write reported as failed is not sent later without the person', async () => {
    const server = world()
    server.o.signal = false
    const { app, window } = open(newPhone(), server, bare)
    expect(await put(app, 'First words')).toMatchObject({ ok: false })
    server.o.signal = true
    window.fire('online')
    await (await app.load()).drained()
    expect(await put(app, 'Better words')).toMatchObject({ ok: true })
    await (await app.load()).drained()
    expect(server.enquiries).toMatchObject([{ message: 'Better words' }])
  })
  test('a refusal does not stand in the way of the same words later', async () => {
    const server = world()
    server.o.accept = false
    const { app } = open(newPhone(), server, bare)
    expect(await put(app)).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    server.o.accept = true
    expect(await put(app)).toMatchObject({ ok: true })
    expect(server.enquiries.length).toBe(1)
  })
  test('another tab that sends does not make a write fail', async () => {
    const phone = newPhone()
    const server = world()
    let go: () => void = () => undefined
    let under = false
    const slow: typeof server.fetch = async (url, init) => {
      under ||= url.includes('car-enquiry-mail')
      if (url.includes('car-enquiry-mail')) await new Promise<void>((resolve) => (go = resolve))
      return server.fetch(url, init)
    }
    const one = open(phone, server, { ...bare, fetch: slow })
    const two = open(phone, server, bare)
    const first = put(one.app, 'One')
    await expect.poll(() => under, soon).toBe(true)
    await two.app.load()
    expect(await put(two.app, 'Two')).toMatchObject({ ok: true })
    await expect
      .poll(() => {
        go()
        return server.enquiries.length
      }, soon)
      .toBe(2)
    expect(await first).toMatchObject({ ok: true })
  })
})

test('What nobody can tell any more is not called taken back', async () => {
  const { app } = open(newPhone(), world())
  expect(await (await app.load()).remove('of-long-ago')).toBe('unknown')
})
test('An enquiry whose commit was not confirmed keeps its id on the retry', async () => {
  const server = world()
  const { app } = open(newPhone(), server)
  const engine = await app.load()
  server.o.signal = false
  let saved = ''
  refuse((row) => {
    if (row['kind'] === 'enquiry.send' && saved === '') {
      saved = String(row['id'])
      return true
    }
    return false
  }, 'NotReadableError')
  expect(await put(app)).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } })
  expect(await put(app)).toMatchObject({ ok: true, id: saved })
  expect((await engine.views.read()).outbox.length).toBe(1)
})

test('A write just after the phone wakes is saved although the connection had died [S06 I1 I12]', async () => {
  const disk = newDisk()
  const phone = { ...newPhone(), indexedDB: disk.indexedDB }
  const server = world()
  server.o.signal = false
  const first = open(phone, server)
  await (await first.app.load()).drained()
  disk.kill('UnknownError')
  expect(await put(first.app)).toMatchObject({ ok: true })
  expect(states(first.app)).toEqual(['enquiry.send queued'])
  first.close()
  server.o.signal = true
  const { app } = open(phone, server)
  await expect.poll(() => server.enquiries.length, soon).toBe(1)
  await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
})
