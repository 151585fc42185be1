import fc from '../../support/property.ts'
import { describe, expect, test, vi } from 'vitest'
import { underLogin } from '../../../src/local/sync/deliver.ts'
import { chunkSize, createPrepare, sweepBlobs, uploadBlob } from '../../../src/local/upload/prepare.ts'
import { progressOf, trustFor } from '../../../src/local/upload/blob-rows.ts'
import { remove, revise, retry } from '../../../src/local/outbox/decide.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { soon } from './page.ts'
import { createPhone, no, ok } from './phone.ts'
import {
  blobRow,
  pictureOf,
  sha256,
  uploadPhone,
  uploadServer,
  type Luck,
  type Sent,
} from './upload-server.ts'

const kib = 1024
const fine: Luck = 'ok'
async function world(size = 100 * kib) {
  const server = uploadServer()
  const phone = uploadPhone(server)
  const row = blobRow(pictureOf(size))
  await phone.put(row)
  const run = async (more: Parameters<typeof phone.sender>[0] = {}) =>
    uploadBlob(row.id, await phone.sender(more))
  const patches = () => server.sent.filter((call) => call.method === 'PATCH')
  const calls = () => server.sent.map((call) => call.method).join(' ')
  const upload = async () => (await phone.blob(row.id))?.upload
  return { server, phone, row, run, patches, calls, upload }
}
/** Returns outcomes in which only the n-th request of a method has this outcome. */
const once = (method: string, luck: Luck, nth = 1) => {
  let seen = 0
  return (call: Sent): Luck => (call.method === method && ++seen === nth ? luck : 'ok')
}

describe('The way of a picture', () => {
  test('The phone uploads a picture in growing pieces and saves the offset after each [S44 I13]', async () => {
    const w = await world(2000 * kib)
    const seen: (number | undefined)[] = []
    w.server.luck = async (call) => {
      if (call.method === 'PATCH') seen.push((await w.upload())?.offset)
      return fine
    }
    expect(await w.run()).toBeUndefined()
    expect(w.calls()).toBe('POST PATCH PATCH PATCH PATCH')
    expect(w.patches().map((call) => call.length / kib)).toEqual([256, 512, 1024, 208])
    expect(seen).toEqual([0, 256, 768, 1792].map((n) => n * kib))
    expect(await w.upload()).toMatchObject({ offset: w.row.size, done: w.phone.now })
  })

  test('On a slow radio the pieces stay small', async () => {
    const w = await world(800 * kib)
    w.server.luck = () => {
      w.phone.now += 6000
      return 'ok'
    }
    await w.run()
    expect(w.patches().map((call) => call.length / kib)).toEqual([256, 256, 256, 32])
  })

  test('A piece that was lost is sent smaller, down to a limit [S05]', async () => {
    const w = await world(300 * kib)
    w.server.luck = (call) => (call.method === 'PATCH' ? 'request lost' : 'ok')
    for (let i = 0; i < 7; i++) expect(await w.run()).toMatchObject({ status: 0, error: { code: 'network' } })
    const lengths = w.patches().map((call) => call.length / kib)
    expect(lengths).toEqual([256, 128, 64, 32, 16, 16, 16])
    expect(lengths.at(-1)).toBe(chunkSize.least / kib)
  })

  test('An upload interrupted by closing the app resumes at the byte the server has [S04 I13]', async () => {
    const w = await world(1000 * kib)
    w.server.luck = once('PATCH', 'half', 2)
    expect(await w.run()).toMatchObject({ status: 0 })
    expect((await w.upload())?.offset).toBe(256 * kib)
    expect(await w.run()).toBeUndefined()
    // Half of the second chunk had arrived, and is not sent again.
    expect(w.patches().map((call) => call.offset / kib)).toEqual([0, 256, 512, 768])
    expect(w.calls()).toBe('POST PATCH PATCH HEAD PATCH PATCH')
  })

  test('A picture the server has already costs one small request [S51]', async () => {
    const w = await world()
    await w.run()
    const other = uploadPhone(w.server)
    await other.put(w.row)
    expect(await uploadBlob(w.row.id, await other.sender())).toBeUndefined()
    expect(w.calls()).toBe('POST PATCH POST')
    expect(w.server.stored()).toBe(1)
  })

  test('The last answer lost means asking, not sending again [S01 S51]', async () => {
    const w = await world()
    w.server.luck = once('PATCH', 'answer lost')
    expect(await w.run()).toMatchObject({ status: 0 })
    expect(await w.run()).toBeUndefined()
    expect(w.calls()).toBe('POST PATCH HEAD POST')
    expect(w.server.stored()).toBe(1)
  })

  test('What arrived is not asked for again, until the server may have forgotten it', async () => {
    const w = await world()
    await w.run()
    w.phone.now += trustFor - 1
    await w.run()
    expect(w.calls()).toBe('POST PATCH')
    w.phone.now += 1
    w.server.uploads.clear()
    expect(await w.run()).toBeUndefined()
    expect(w.calls()).toBe('POST PATCH POST PATCH')
    // After the clock was set back, the phone checks the upload again.
    w.phone.now -= 10 * trustFor
    await w.run()
    expect(w.calls()).toBe('POST PATCH POST PATCH POST')
  })

  test('An upload the server has removed is begun anew', async () => {
    const w = await world(500 * kib)
    w.server.luck = once('PATCH', 'request lost', 2)
    await w.run()
    w.server.uploads.clear()
    expect(await w.run()).toBeUndefined()
    expect(w.calls()).toBe('POST PATCH PATCH HEAD POST PATCH PATCH')
    expect([...w.server.uploads.values()][0]?.done).toBe(true)
  })

  test('A server that lost bytes it had confirmed gets them again', async () => {
    const w = await world(500 * kib)
    w.server.luck = once('PATCH', 'request lost', 2)
    await w.run()
    for (const upload of w.server.uploads.values()) upload.bytes = upload.bytes.slice(0, 1000)
    expect(await w.run()).toBeUndefined()
    // The phone starts a new upload of the whole picture.
    expect(w.calls()).toBe('POST PATCH PATCH HEAD POST PATCH PATCH')
    expect([...w.server.uploads.values()][0]?.done).toBe(true)
  })

  test('Where another sender was quicker, the server is asked where it stands', async () => {
    const w = await world(500 * kib)
    w.server.luck = (call) => {
      if (call.method === 'PATCH' && call.offset === 0)
        for (const upload of w.server.uploads.values()) upload.bytes = pictureOf(w.row.size).slice(0, 1000)
      return 'ok'
    }
    expect(await w.run()).toBeUndefined()
    expect(w.calls()).toBe('POST PATCH HEAD PATCH PATCH')
  })

  test('A server that keeps losing the upload is left alone for a while', async () => {
    const w = await world()
    w.server.luck = (call) => (call.method === 'PATCH' ? { status: 410, code: 'gone' } : 'ok')
    expect(await w.run()).toMatchObject({ status: 500 })
    expect(w.server.sent.length).toBeLessThan(10)
    w.server.luck = (call) => (call.method === 'PATCH' ? { status: 409, code: 'key_in_progress' } : 'ok')
    expect(await w.run()).toMatchObject({ status: 500 })
    expect(w.server.sent.length).toBeLessThan(25)
  })
})

describe('What the server says', () => {
  test.each([413, 415, 422])(
    '%i is a no: the picture is named, and the words are the server’s',
    async (status) => {
      const w = await world()
      w.server.verdict = () => ({ status, code: 'validation_failed' })
      expect(await w.run()).toMatchObject({
        status,
        error: {
          msg: 'No: validation_failed.',
          fields: { [`img_${w.row.sha256.slice(0, 32)}`]: 'No: validation_failed.' },
        },
      })
      expect((await w.phone.blob(w.row.id))?.buf.byteLength).toBe(w.row.size)
    },
  )

  test('The upload retries once with the newest token, then requires a new login [S07]', async () => {
    const w = await world()
    w.server.tokens = new Set(['token-2'])
    const drop = vi.fn<(token: string) => void>()
    const prepare = (renewed: string | undefined) =>
      createPrepare({
        store: w.phone.store,
        http: ports.http,
        now: ports.now,
        signed: (token) =>
          underLogin(token, {
            renewed: async () => (renewed === undefined ? { is: 'over' } : { is: 'new', token: renewed }),
            drop,
          }),
      })
    const ports = await w.phone.sender()
    const o = { token: 'token-1', goOn: ports.stillLeads }
    expect(await prepare('token-1')({ blobIds: [w.row.id] }, o)).toMatchObject({ status: 401 })
    expect(drop).toHaveBeenCalledExactlyOnceWith('token-1')
    expect(await prepare('token-2')({ blobIds: [w.row.id] }, o)).toBeUndefined()
    const tokens = w.server.sent.map((call) => call.token)
    expect(tokens).toEqual(['token-1', 'token-1', 'token-1', 'token-2', 'token-2'])
  })

  test('An upload passes on the server’s retry-after; a captive portal counts as no server [S09 S41]', async () => {
    const w = await world()
    w.server.luck = () => ({ status: 429, code: 'rate_limited', retryAfter: 7 })
    expect(await w.run()).toMatchObject({ status: 429, error: { retryAfter: 7 } })
    w.server.luck = () => 'portal'
    expect(await w.run()).toMatchObject({ status: 0, error: { code: 'not_our_server' } })
  })

  test('A piece without an answer times out, and the next piece is smaller [S05]', async () => {
    const w = await world(300 * kib)
    w.server.luck = once('PATCH', 'hang')
    const running = w.run()
    await vi.waitFor(() => expect(w.patches()).toHaveLength(1), soon)
    w.server.timePasses()
    expect(await running).toMatchObject({ status: 0, error: { code: 'timeout' } })
    expect((await w.upload())?.chunk).toBe(128 * kib)
    expect(w.server.timers.size).toBe(0)
  })

  test('A picture that was damaged on the phone is not sent [S57]', async () => {
    const w = await world()
    new Uint8Array(w.row.buf).fill(9, 5, 6)
    await w.phone.put(w.row)
    const digest = (bytes: ArrayBuffer) => Promise.resolve(sha256(new Uint8Array(bytes)))
    expect(await w.run({ sha256: digest })).toMatchObject({ status: 422, error: { code: 'corrupt_record' } })
    expect(w.server.sent).toEqual([])
  })
})

describe('Before an ad', () => {
  /** Simulates a login that ends with its token. */
  const ended = (token: string | undefined) =>
    underLogin(token, { renewed: async () => ({ is: 'over' }), drop: () => undefined })

  test('All pictures upload one by one first, and a failed upload fails the ad', async () => {
    const w = await world()
    const second = blobRow(pictureOf(50 * kib, 11))
    await w.phone.put(second)
    const ports = await w.phone.sender()
    const prepare = createPrepare({ ...ports, signed: ended })
    const ad = { blobIds: [w.row.id, second.id, 'draft-1/img_removed'] }
    const o = { token: 'token-1', goOn: ports.stillLeads }
    w.server.luck = once('PATCH', 'request lost', 2)
    expect(await prepare(ad, o)).toMatchObject({ status: 0 })
    const rows = async () => w.phone.store.transaction('read', ['blobs'], (tx) => tx.list('blobs'))
    expect(progressOf(await rows())).toEqual({ pictures: 2, arrived: 1, bytes: 150 * kib, sent: 100 * kib })
    expect(await prepare(ad, o)).toBeUndefined()
    expect(w.server.stored()).toBe(2)
    expect(await prepare({}, o)).toBeUndefined()
    await w.phone.store.transaction('write', ['blobs'], async (tx) => {
      for (const id of ad.blobIds) await tx.delete('blobs', id)
    })
    expect(await rows()).toEqual([])
  })

  /** Returns a phone that drains its outbox against the upload server and a server for ads. */
  async function publisher(size: number) {
    const w = await world(size)
    const ports = await w.phone.sender()
    const prepare = createPrepare({ ...ports, signed: ended })
    const ads = createPhone({ store: w.phone.store, prepare })
    const publish = (id: string) => {
      const wish = { id, payload: adOf(id), blobIds: [w.row.id], now: ads.now, appVersion: '1' }
      return enqueue(w.phone.store, { ...wish, kind: 'ad.create' })
    }
    const states = async () => (await ads.items()).map((item) => item.state).join(' ')
    return { ...w, ads, publish, states }
  }
  const adOf = (adId: string) => ({ adId, title: 'A car', ad: {}, imageIds: [] })

  test.each([
    ['between two pieces', 0],
    ['with their last piece under way', 256 * kib],
  ])('An ad withdrawn during its upload, %s, is sent only as a cancellation [I8]', async (_, offset) => {
    const w = await publisher(600 * kib)
    await w.publish('ad-1')
    const said: unknown[] = []
    w.server.luck = async (call) => {
      if (call.method === 'PATCH' && call.offset === offset) said.push(await remove(w.phone.store, 'ad-1'))
      return fine
    }
    w.ads.answer = ({ item }) => ok({ data: item.cancel ? { state: 'void' } : { _id: item.id } })
    await w.ads.drain()
    expect(said).toEqual(['cancelling'])
    expect(w.ads.sent.map(({ item }) => item.cancel)).toEqual([true])
    expect(await w.ads.items()).toEqual([])
    expect(w.patches().at(-1)?.offset).toBe(offset)
  })

  test.each<Luck>([
    'request lost',
    { status: 429, code: 'rate_limited', retryAfter: 7 },
    { status: 500, code: 'internal' },
  ])('An ad whose pictures fail to upload can be edited or withdrawn at once [I8]', async (luck) => {
    const w = await publisher(50 * kib)
    await w.publish('ad-1')
    w.server.luck = () => luck
    await w.ads.drain()
    const waiting = await w.ads.item('ad-1')
    expect(waiting).toMatchObject({ state: 'wait', sentEver: false })
    expect(waiting).not.toHaveProperty('unsure')
    const words = { ...adOf('ad-1'), title: 'Other words' }
    expect(await revise(w.phone.store, 'ad-1', words)).toBe(true)
    expect(await w.ads.item('ad-1')).toMatchObject({ state: 'queued', payload: words, nextAt: 0 })
    await w.ads.drain()
    expect(await remove(w.phone.store, 'ad-1')).toBe('removed')
    expect([w.ads.sent, await w.ads.items()]).toEqual([[], []])
  })

  test('A failed picture upload does not mark a possibly sent ad as unsent [I6]', async () => {
    const w = await publisher(50 * kib)
    await w.publish('ad-1')
    w.ads.answer = () => no(0, 'network')
    await w.ads.drain()
    w.ads.now += 2 * trustFor
    w.phone.now = w.ads.now
    w.server.luck = () => 'request lost'
    await w.ads.drain()
    expect(await w.ads.item('ad-1')).toMatchObject({
      state: 'wait',
      sentEver: true,
      unsure: true,
      netFails: 2,
    })
    expect(await remove(w.phone.store, 'ad-1')).toBe('cancelling')
  })

  test('A retry uploads again the pictures that a restored server has lost [S53]', async () => {
    const w = await publisher(50 * kib)
    await w.publish('ad-1')
    const arrived = () => [...w.server.uploads.values()].some(({ done }) => done)
    w.ads.answer = () => {
      w.server.uploads.clear()
      return no(422, 'validation_failed', { fields: { image_ids: 'It has not arrived.' } })
    }
    await w.ads.drain()
    expect(await w.states()).toBe('rejected')
    w.ads.answer = () => (arrived() ? ok() : no(422, 'validation_failed'))
    await retry(w.phone.store, 'ad-1', w.ads.now)
    await w.ads.drain()
    expect(await w.states()).toBe('done')
  })

  test('A picture’s bytes stay saved until every ad that needs it has arrived', async () => {
    const w = await publisher(600 * kib)
    await w.publish('ad-1')
    await w.publish('ad-2')
    w.server.luck = once('PATCH', 'request lost', 2)
    w.ads.answer = ({ item }) => (item.id === 'ad-2' ? no(500, 'internal') : ok({ data: { _id: item.id } }))
    await w.ads.drain()
    // The first round lost a chunk; the other ad needs the same picture and sent the rest.
    expect(w.ads.sent.map(({ item }) => item.id)).toEqual(['ad-2'])
    w.ads.now += 600_000
    await w.ads.drain()
    expect(await w.states()).toBe('done wait')
    await sweepBlobs(w.phone.store)
    expect((await w.phone.blob(w.row.id))?.buf.byteLength).toBe(600 * kib)
    w.ads.answer = () => ok()
    w.ads.now += 600_000
    await w.ads.drain()
    expect(await w.states()).toBe('done done')
    await sweepBlobs(w.phone.store)
    expect(await w.phone.blob(w.row.id)).toBeUndefined()
    expect(w.server.stored()).toBe(1)
    // Picking the same photo again is a new wish, long before the receipts are deleted.
    await w.phone.put(w.row)
    await sweepBlobs(w.phone.store)
    expect((await w.phone.blob(w.row.id))?.buf.byteLength).toBe(600 * kib)
  })

  test('A refused picture rejects the ad and is named; an expired login holds it [S07 S19 I5]', async () => {
    const w = await publisher(50 * kib)
    await w.publish('ad-1')
    w.server.luck = () => ({ status: 401, code: 'token_expired' })
    await w.ads.drain()
    expect(await w.ads.item('ad-1')).toMatchObject({ state: 'held', hold: 'auth' })
    await w.ads.change('ad-1', { state: 'queued', nextAt: 0 })
    w.server.luck = () => 'ok'
    w.server.verdict = () => ({ status: 415, code: 'unsupported_media_type' })
    await w.ads.drain()
    expect(await w.ads.item('ad-1')).toMatchObject({
      state: 'rejected',
      lastError: { fields: { [`img_${w.row.sha256.slice(0, 32)}`]: expect.any(String) } },
    })
    expect(w.ads.sent).toEqual([])
    expect((await w.phone.blob(w.row.id))?.buf.byteLength).toBe(50 * kib)
  })

  test('Who lost the lead sends nothing more and writes nothing down [S31 I17]', async () => {
    const w = await world(900 * kib)
    const zombie = await w.phone.sender()
    w.server.luck = async (call) => {
      // The sender freezes in the middle of the second chunk, and another sender takes over.
      if (call.method === 'PATCH' && call.offset > 0) {
        w.server.luck = () => 'ok'
        await w.phone.sender()
      }
      return fine
    }
    expect(await uploadBlob(w.row.id, zombie)).toMatchObject({ status: 425 })
    expect((await w.upload())?.offset).toBe(256 * kib)
    expect(w.patches()).toHaveLength(2)
    expect(await uploadBlob(w.row.id, zombie)).toMatchObject({ status: 425 })
    expect(w.patches()).toHaveLength(2)
    expect(await w.run()).toBeUndefined()
    expect(w.patches().map((call) => call.offset / kib)).toEqual([0, 256, 768])
  })

  test('A worker out of time stops between two pieces, and the next resumes there [S44 I13]', async () => {
    const w = await world(900 * kib)
    let pieces = 2
    const stops = { mayGoOn: () => pieces-- > 0 }
    // One request starts the upload, one sends the chunk.
    expect(await w.run(stops)).toMatchObject({ status: 425, error: { code: 'key_in_progress' } })
    expect(w.patches()).toHaveLength(1)
    expect(await w.run()).toBeUndefined()
    expect(w.patches().map((call) => call.offset / kib)).toEqual([0, 256, 768])
  })

  test('A picture that was removed while it was on its way stops being sent', async () => {
    const w = await world(900 * kib)
    w.server.luck = async (call) => {
      if (call.method === 'PATCH') {
        await w.phone.store.transaction('write', ['blobs'], (tx) => tx.delete('blobs', w.row.id))
      }
      return fine
    }
    expect(await w.run()).toBeUndefined()
    expect(w.patches()).toHaveLength(1)
    expect(await w.upload()).toBeUndefined()
  })
})

describe('Whatever happens on the way', () => {
  const anyLuck: fc.Arbitrary<Luck> = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Luck>('ok') },
    fc.constantFrom<Luck>('request lost', 'answer lost', 'half', 'portal', { status: 500, code: 'internal' }),
  )
  /** Thrown where the context dies: nothing after that point runs. */
  const crash = Symbol('crash')

  test('A drop costs at most one piece, and the picture arrives whole and once [S04 S44 S51 I13 I17]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 700 * kib }),
        fc.array(anyLuck, { maxLength: 30 }),
        fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
        fc.scheduler(),
        async (size, lucks, deaths, s) => {
          const w = await world(size)
          let high = 0
          let sent = 0
          let dropped = 0
          let contexts = 0
          const luck = [...lucks]
          w.server.luck = async (call) => {
            const confirmed = (await w.upload())?.offset ?? 0
            expect(confirmed).toBeGreaterThanOrEqual(high)
            high = confirmed
            const next = luck.shift() ?? 'ok'
            sent += call.length
            if (next !== 'ok') dropped += call.length
            return next
          }
          /** Runs one context: it takes the lead, uploads, and dies at its n-th external call. */
          const context = async (death = Infinity) => {
            contexts += 1
            let left = death
            const ports = await w.phone.sender()
            const stillLeads = async () => {
              await s.schedule(Promise.resolve())
              left -= 1
              if (left < 0) throw crash
              return ports.stillLeads()
            }
            await uploadBlob(w.row.id, { ...ports, stillLeads }).catch((error: unknown) => {
              if (error !== crash) throw error
            })
          }
          // All contexts start at once: each fences off the earlier ones, which continue for a while without notice.
          await s.waitFor(Promise.all(deaths.map((death) => context(death))))
          while ((await w.upload())?.done === undefined && contexts < 60) await s.waitFor(context())
          const kept = [...w.server.uploads.values()][0]
          expect([kept?.done, kept && sha256(kept.bytes), w.server.stored()]).toEqual([true, w.row.sha256, 1])
          expect(sent).toBeLessThanOrEqual(size + dropped + deaths.length * chunkSize.most)
        },
      ),
      { numRuns: 100 },
    )
  }, 60_000)
})
