import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageIdOf, pictureWords } from '#contract/sync/uploads.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import { createMakeRoom } from '../../../src/local/cache/eviction.ts'
import type { BlobRow, OwnTables, PublicTables } from '../../../src/local/database/records.ts'
import { ownSchema, publicSchema } from '../../../src/local/database/schema.ts'
import { blobIdOf } from '../../../src/local/upload/blob-rows.ts'
import { savePhoto } from '../../../src/local/upload/save-photo.ts'
import { createPhotoWorkerClient, type PhotoWorker } from '../../../src/local/upload/photo-worker-client.ts'
import {
  readHead,
  createShrink,
  type Bitmap,
  type Shrink,
  type ShrinkResult,
} from '../../../src/local/upload/shrink.ts'
import { sha256 } from './upload-server.ts'

const picture = async (type: 'jpeg' | 'png' | 'webp', width = 30, height = 20, options = {}) =>
  Buffer.from(
    await sharp({ create: { width, height, channels: 3, background: '#0e5a43' } })
      .toFormat(type, options)
      .toBuffer(),
  )
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes])

/** A browser whose pictures are plain text: it records the options of each decode and draw. */
function studio(o: { webp?: boolean; canvas?: boolean; size?: [number, number]; broken?: boolean } = {}) {
  const asked: ImageBitmapOptions[] = []
  const drawn: string[] = []
  let open = 0
  const shrink = createShrink({
    decode: async (_, options) => {
      if (o.broken) throw new DOMException('Bad', 'InvalidStateError')
      asked.push(options)
      open += 1
      const [width, height] = o.size ?? [2048, 1536]
      return { width, height, close: () => (open -= 1) } as Bitmap
    },
    draw: (_, width, height) => {
      if (o.canvas === false) return undefined
      drawn.push(`${width}x${height}`)
      return {
        encode: async (type) =>
          new Blob([`${width}x${height}`], {
            type: o.webp === false && type === 'image/webp' ? 'image/png' : type,
          }),
      }
    },
    sha256: async (bytes) => sha256(new Uint8Array(bytes)),
  })
  return { shrink, asked, drawn, open: () => open }
}

describe('The first bytes of a picture', () => {
  test.each([
    ['jpeg', {}],
    ['jpeg', { progressive: true }],
    ['png', {}],
    ['webp', {}],
    ['webp', { lossless: true }],
  ] as const)('A %s (%o) says its size before it is decoded [S14]', async (type, options) => {
    expect(readHead(await picture(type, 301, 207, options))).toEqual({
      type: `image/${type}`,
      width: 301,
      height: 207,
    })
  })
  test('A WebP with metadata and a JPEG with long EXIF reveal their size', async () => {
    const long = await sharp(await picture('jpeg', 301, 207))
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(50_000) } })
      .toBuffer()
    expect(readHead(long)).toMatchObject({ width: 301, height: 207 })
    const extended = await sharp(long)
      .webp()
      .withExif({ IFD0: { Make: 'A' } })
      .toBuffer()
    expect(readHead(extended)).toEqual({ type: 'image/webp', width: 301, height: 207 })
  })
  test('A truncated image gives its type without a size; other files give neither', async () => {
    const jpeg = await picture('jpeg')
    expect(readHead(jpeg.subarray(0, 30))).toEqual({ type: 'image/jpeg' })
    expect(readHead(Buffer.from('<svg/>'))).toBeUndefined()
    expect(readHead(new Uint8Array())).toBeUndefined()
  })
})

describe('Making a photo small', () => {
  test('The phone resizes a camera photo while decoding it, upright, and releases the memory [S14]', async () => {
    const s = studio()
    const made = await s.shrink(fileOf(await picture('jpeg', 4000, 3000)))
    expect(s.asked).toEqual([{ imageOrientation: 'from-image', resizeWidth: 2048, resizeQuality: 'high' }])
    expect(s.drawn).toEqual(['2048x1536', '320x240'])
    expect(made).toMatchObject({ ok: true, photo: { type: 'image/webp', width: 2048, height: 1536 } })
    expect(s.open()).toBe(0)
  })
  test('Where the browser turned it after all, the canvas makes the longer side fit', async () => {
    const s = studio({ size: [2048, 2731] })
    await s.shrink(fileOf(await picture('jpeg', 4000, 3000)))
    expect(s.drawn).toEqual(['1536x2048', '240x320'])
  })
  test('A small picture is not made larger', async () => {
    const s = studio({ size: [300, 200] })
    await s.shrink(fileOf(await picture('png', 300, 200)))
    expect([s.asked, s.drawn]).toEqual([[{ imageOrientation: 'from-image' }], ['300x200', '300x200']])
  })
  test('A canvas that hands out something else than WebP is asked for JPEG', async () => {
    const made = await studio({ webp: false }).shrink(fileOf(await picture('jpeg')))
    expect(made).toMatchObject({ ok: true, photo: { type: 'image/jpeg' } })
  })
  test('What is no usable picture is refused with its reason, before it costs anything', async () => {
    const bomb = await picture('png')
    bomb.writeUInt32BE(40_000, 16)
    bomb.writeUInt32BE(40_000, 20)
    const s = studio()
    const words = async (file: Blob, by = s) => {
      const made = await by.shrink(file)
      return made !== 'unable' && !made.ok ? [made.error.code, made.error.msg] : made
    }
    expect(await words(new Blob([]))).toEqual(['validation_failed', pictureWords.empty])
    expect(await words(new Blob(['GIF89a']))).toEqual(['unsupported_media_type', pictureWords.type])
    expect(await words(fileOf(bomb))).toEqual(['validation_failed', pictureWords.pixels])
    expect(await words(new Blob([new Uint8Array(30_000_001)]))).toEqual([
      'payload_too_large',
      pictureWords.bytes,
    ])
    expect(s.asked).toEqual([])
    expect(await words(fileOf(await picture('jpeg')), studio({ broken: true }))).toEqual([
      'validation_failed',
      pictureWords.damaged,
    ])
  })
})

describe('Who makes it small', () => {
  const small = (text: string): ShrinkResult => ({
    ok: true,
    photo: {
      buf: new ArrayBuffer(1),
      thumb: new ArrayBuffer(1),
      type: text,
      width: 1,
      height: 1,
      sha256: text,
    },
  })
  function workers(answer: (n: number) => ShrinkResult | 'unable' | 'error') {
    const log: string[] = []
    const spawn = (): PhotoWorker => {
      log.push('start')
      const worker: PhotoWorker = {
        onmessage: null,
        onerror: null,
        postMessage: () => {
          log.push('ask')
          const said = answer(log.length)
          void Promise.resolve().then(() => {
            log.push('told')
            if (said === 'error') worker.onerror?.({})
            else worker.onmessage?.({ data: said })
          })
        },
        terminate: () => log.push('end'),
      }
      return worker
    }
    return { log, spawn }
  }
  const file = new Blob(['x'])

  test('One worker shrinks photos one by one and ends when none is left [S14]', async () => {
    const { log, spawn } = workers(() => small('worker'))
    const shrink = createPhotoWorkerClient({ spawn, onPage: undefined })
    expect(await Promise.all([shrink(file), shrink(file), shrink(file)])).toHaveLength(3)
    await shrink(file)
    expect(log.join(' ')).toBe('start ask told ask told ask told end start ask told')
  })
  test('Where the worker has no canvas, or does not start, the page does it', async () => {
    const onPage: Shrink = async () => small('page')
    for (const said of ['unable', 'error'] as const) {
      const { log, spawn } = workers(() => said)
      const shrink = createPhotoWorkerClient({ spawn, onPage })
      expect([await shrink(file), await shrink(file)]).toMatchObject([
        { photo: { type: 'page' } },
        { photo: { type: 'page' } },
      ])
      expect(log.join(' ')).toBe('start ask told end')
    }
    const forbidden = () => {
      throw new DOMException('No', 'SecurityError')
    }
    expect(await createPhotoWorkerClient({ spawn: forbidden, onPage })(file)).toMatchObject({ ok: true })
    expect(await createPhotoWorkerClient({ spawn: undefined, onPage: undefined })(file)).toBe('unable')
  })
})

describe('Keeping a photo', () => {
  const quota = () => new DOMException('Full', 'QuotaExceededError')
  function phone(o: { failures?: number; error?: () => Error } = {}) {
    const real = memoryStore<OwnTables>(ownSchema)
    let failures = o.failures ?? 0
    let rooms = 0
    const store: typeof real = {
      ...real,
      transaction: async (mode, tables, work) => {
        const result = await real.transaction(mode, tables, async (tx) => {
          const done = await work(tx)
          // A full phone fails at the commit.
          if (mode === 'write' && failures-- > 0) throw (o.error ?? quota)()
          return done
        })
        return result
      },
    }
    const { withRoom } = createMakeRoom({
      shared: memoryStore<PublicTables>(publicSchema),
      now: () => 1,
      randomBytes: (count) => new Uint8Array(count),
      giveUp: () => Promise.resolve(void (rooms += 1)),
    })
    const roomy: typeof real = {
      ...store,
      transaction: (...of) => withRoom(() => store.transaction(...of)),
    }
    const ports = {
      store: roomy,
      shrink: (async (f) => {
        const buf = await f.arrayBuffer()
        const thumb = new ArrayBuffer(2)
        const photo = {
          buf,
          thumb,
          type: 'image/webp',
          width: 3,
          height: 2,
          sha256: sha256(new Uint8Array(buf)),
        }
        return { ok: true, photo }
      }) satisfies Shrink as Shrink,
    }
    const keep = (text: string, owner = 'draft-1') =>
      savePhoto({ owner, name: 'car.jpg', file: new Blob([text]) }, ports)
    const rows = () => real.transaction('read', ['blobs'], (tx) => tx.list('blobs'))
    return { keep, rows, real, ports, rooms: () => rooms }
  }

  test('The phone saves a photo under its server id and a duplicate only once [S51 I12]', async () => {
    const p = phone()
    const imageId = imageIdOf(sha256(Buffer.from('a')))
    const id = blobIdOf('draft-1', imageId)
    expect(await p.keep('a')).toEqual({ ok: true, id, imageId, again: false })
    expect(await p.keep('a')).toEqual({ ok: true, id, imageId, again: true })
    const [row, ...more] = await p.rows()
    expect(more).toEqual([])
    expect(row).toMatchObject({
      id,
      owner: 'draft-1',
      name: 'car.jpg',
      type: 'image/webp',
      size: 1,
      width: 3,
    })
    expect([row?.buf, row?.thumb].map((b) => b instanceof ArrayBuffer)).toEqual([true, true])
    // Another ad has pictures of its own: changes of one ad do not affect the other.
    expect(await p.keep('a', 'draft-2')).toMatchObject({ ok: true, again: false })
  })

  test('Picking a photo again restarts a finished upload and continues a half-finished one [S53]', async () => {
    const p = phone()
    const uploads: (BlobRow['upload'] | undefined)[] = []
    for (const more of [{}, { done: 1 }]) {
      await p.keep('a')
      const [row] = await p.rows()
      if (!row) throw new Error('There is no row')
      const upload = { url: '/somewhere', offset: 1, ...more }
      await p.real.transaction('write', ['blobs'], (tx) => tx.put('blobs', { ...row, upload }))
      expect(await p.keep('a')).toMatchObject({ ok: true, again: true })
      uploads.push((await p.rows())[0]?.upload)
    }
    expect(uploads).toEqual([{ url: '/somewhere', offset: 1 }, undefined])
  })

  test('A full phone evicts what it can load again and then saves the photo [S15 I12]', async () => {
    const p = phone({ failures: 2 })
    expect(await p.keep('a')).toMatchObject({ ok: true })
    expect([p.rooms(), (await p.rows()).length]).toEqual([1, 1])
  })

  test('A photo without room is reported unsaved; the draft and earlier photos stay [S15 I12]', async () => {
    const p = phone()
    const draft = { id: 'draft-1', values: { title: 'My car' }, updatedAt: 1 }
    await p.real.transaction('write', ['drafts'], (tx) => tx.put('drafts', draft))
    await p.keep('a')
    const full = { ...p.ports, store: phone({ failures: 99 }).ports.store }
    expect(await savePhoto({ owner: 'draft-1', name: 'b', file: new Blob(['b']) }, full)).toEqual({
      ok: false,
      error: { code: 'storage_full' },
    })
    expect(await p.real.transaction('read', ['drafts'], (tx) => tx.list('drafts'))).toEqual([draft])
    expect(await p.rows()).toHaveLength(1)
  })

  test('Storage that fails altogether is reported as unavailable, not as full', async () => {
    const broken = phone({ failures: 9, error: () => new DOMException('No', 'UnknownError') })
    expect(await broken.keep('a')).toEqual({ ok: false, error: { code: 'storage_unavailable' } })
    expect(broken.rooms()).toBe(0)
    const p = phone()
    const blind = { ...p.ports, shrink: async () => 'unable' as const }
    expect(await savePhoto({ owner: 'd', name: 'b', file: new Blob(['b']) }, blind)).toMatchObject({
      ok: false,
      error: { code: 'storage_unavailable' },
    })
  })

  test('An ad holds ten photos', async () => {
    const p = phone()
    for (let i = 0; i < 10; i++) await p.keep(`photo ${i}`)
    expect(await p.keep('one more')).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    expect(await p.keep('photo 3')).toMatchObject({ ok: true, again: true })
    expect(await p.rows()).toHaveLength(10)
  })
})
