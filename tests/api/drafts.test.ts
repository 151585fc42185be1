import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DraftCopy, draftLimits, mergeDrafts, nextStamp, takenOut } from '#contract/sync/draft-copy.ts'
import { draftRoutes } from '#contract/sync/drafts.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { uploadServiceOf } from '../../server/pictures/uploads/upload-service.ts'
import { reapUploads } from '../../server/pictures/uploads/reaper.ts'
import { type TestServer, testServer } from '../support/api.ts'
import { addUser } from '../support/motorkin.ts'
import { idOf, keepPicture } from '../support/pictures.ts'

let server: TestServer
const tokens: Record<string, string> = {}
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run({ text: 'delete from users; delete from idempotency' })
  for (const id of ['ada', 'bola'])
    tokens[id] = await server.token(await addUser(server.db, { id }), 900 * 86_400)
})

const id = 'draft-0001'
const of = (fields: Record<string, [string, number]>, over: Partial<DraftCopy> = {}): DraftCopy => ({
  fields: Object.fromEntries(Object.entries(fields).map(([name, [v, at]]) => [name, { v, at }])),
  images: {},
  step: { v: 'car', at: 1 },
  ...over,
})
interface DraftCall {
  who?: string
  id?: string
  key?: string
}
const as = ({ who = 'ada', key }: DraftCall) => ({
  token: tokens[who] ?? '',
  ...(key !== undefined && { headers: { 'idempotency-key': `"${key}"` } }),
})
const put = (draft: DraftCopy, o: DraftCall = {}) =>
  server.call(draftRoutes.putDraft, {
    ...as(o),
    params: { id: o.id ?? id },
    body: draft,
  })
const drop = (at: number, why: 'discarded' | 'published' = 'discarded', o: DraftCall = {}) =>
  server.call(draftRoutes.deleteDraft, { ...as(o), params: { id: o.id ?? id }, body: { at, why } })
const pull = async (rev = 0, who = 'ada') =>
  (await server.call(draftRoutes.getDrafts, { ...as({ who }), params: { rev: String(rev) } })).reply.data
const text = async () => {
  const [draft] = (await pull()).drafts
  return draft && Object.fromEntries(Object.entries(draft.fields).map(([name, { v }]) => [name, v]))
}

describe('A draft on two devices', () => {
  test('The server saves what was typed, and a phone that lost everything restores it [S16 I15]', async () => {
    const draft = of(
      { title: ['Corolla', 1], price: ['₦ 5m', 2] },
      { ad_id: 'ad-1', base_version: 3, step: { v: 'price', at: 2 } },
    )
    expect((await put(draft)).reply.data).toEqual({ id, rev: 1, behind: false })
    const all = await pull()
    expect(all).toMatchObject({ rev: 1, more: false, full: false, gone: [], live: [{ id, rev: 1 }] })
    expect(all.drafts).toEqual([
      { ...draft, id, rev: 1, updated_at: server.clock.now().toISOString(), pictures: [] },
    ])
    expect((await pull(1)).drafts).toEqual([])
  })

  test('Edits of different fields merge; for one field the later edit wins [S21 I9]', async () => {
    await put(of({ title: ['Corolla', 1], price: ['5', 1] }))
    const phone = of({ title: ['Corolla Cross', 3], price: ['5', 1], city: ['Lagos', 3] })
    const laptop = of({ title: ['Toyota', 2], price: ['6', 2] })
    expect((await put(phone)).reply.data.behind).toBe(false)
    expect((await put(laptop)).reply.data.behind).toBe(true)
    expect(await text()).toEqual({ title: 'Corolla Cross', price: '6', city: 'Lagos' })
    const [kept] = (await pull()).drafts
    if (!kept) throw new Error('nothing')
    expect(mergeDrafts(phone, laptop).fields).toEqual(kept.fields)
    // A phone that has pulled the draft and edits it wins over every version that it has seen.
    const at = nextStamp(kept, 0)
    await put(of({ title: ['Mine', at] }))
    expect((await text())?.['title']).toBe('Mine')
  })

  test('A push that arrives again, late, or with its key changes nothing any more [S01 S02 S49 I2]', async () => {
    const first = of({ title: ['A', 1] })
    expect((await put(first, { key: 'k.1' })).reply.data.rev).toBe(1)
    await put(of({ title: ['B', 2] }))
    const again = await put(first, { key: 'k.1' })
    expect([again.headers['idempotency-replayed'], again.reply.data.rev]).toEqual(['true', 1])
    // The server forgets the key long before the phone is online again.
    expect((await put(first)).reply.data).toEqual({ id, rev: 2, behind: true })
    expect(await text()).toEqual({ title: 'B' })
    expect((await pull(2)).drafts).toEqual([])
  })

  test('A device that pulls never misses a change of a simultaneous push [S54 I21]', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `draft-10${i}`)
    await Promise.all(ids.map((one) => put(of({ title: [one, 1] }), { id: one })))
    const seen: string[] = []
    const from = async (rev: number): Promise<void> => {
      const page = await pull(rev)
      seen.push(...page.drafts.map((d) => d.id))
      expect(page.live).toHaveLength(12)
      if (page.more) await from(page.rev)
    }
    await from(0)
    expect(seen.sort()).toEqual([...ids].sort())
  })

  test('A server that was set back to an earlier day tells everything it has [S53]', async () => {
    await put(of({ title: ['A', 1] }))
    expect(await pull(900)).toMatchObject({ full: true, rev: 1, drafts: [{ id }], live: [{ id, rev: 1 }] })
  })
})

describe('The end of a draft', () => {
  test('A draft deleted after its last edit is gone on every device', async () => {
    await put(of({ title: ['A', 1] }))
    expect((await drop(2)).reply.data).toEqual({ id, rev: 2, kept: false })
    expect(await pull()).toMatchObject({
      drafts: [],
      gone: [{ id, rev: 2, at: 2, why: 'discarded' }],
      live: [],
    })
    expect((await put(of({ title: ['A', 1] }))).error.code).toBe('gone')
    expect((await drop(2)).reply.data).toEqual({ id, rev: 2, kept: false })
    const rows = await server.db.run({ text: "select 1 from drafts where fields::text like '%title%'" })
    expect(rows).toBe(0)
  })

  test('An edit later than the deletion survives, whichever of the two arrives first [S23 I5]', async () => {
    await put(of({ title: ['A', 1] }))
    await put(of({ title: ['B', 9] }))
    expect((await drop(5)).reply.data).toMatchObject({ kept: true })
    expect(await text()).toEqual({ title: 'B' })

    await drop(10)
    expect((await put(of({ title: ['C', 11], price: ['5', 1] }))).reply.data.behind).toBe(false)
    expect(await text()).toEqual({ title: 'C', price: '5' })
    expect((await pull()).gone).toEqual([])
  })

  test('A draft that became an ad never comes back, whatever is edited elsewhere', async () => {
    await put(of({ title: ['A', 1] }))
    await drop(2, 'published')
    expect((await put(of({ title: ['B', 99] }))).error.code).toBe('gone')
    await drop(50, 'discarded')
    expect((await pull()).gone).toEqual([{ id, rev: expect.any(Number), at: 50, why: 'published' }])
  })

  test('A deletion that comes before the draft it deletes is not undone by it [S54]', async () => {
    await drop(5)
    expect((await put(of({ title: ['A', 4] }))).error.code).toBe('gone')
  })

  test('A draft’s deletion is forgotten after 60 days; live drafts are never forgotten [S55]', async () => {
    await put(of({ title: ['A', 1] }))
    await put(of({ title: ['B', 1] }), { id: 'draft-0002' })
    await drop(2)
    server.clock.advance(59 * 86_400_000)
    await forgetOld(server.deps)
    expect((await pull()).gone).toHaveLength(1)
    server.clock.advance(2 * 86_400_000)
    await forgetOld(server.deps)
    expect(await pull()).toMatchObject({ gone: [], live: [{ id: 'draft-0002', rev: 2 }] })
  })

  test('With the account go its drafts', async () => {
    await put(of({ title: ['A', 1] }))
    await server.db.run({ text: "delete from users where id = 'ada'" })
    expect(await server.db.run({ text: 'select 1 from drafts union all select 1 from draft_counts' })).toBe(0)
    expect((await put(of({ title: ['A', 1] }))).error.code).toBe('unauthenticated')
    const left = await server.call(draftRoutes.getDrafts, { ...as({}), params: { rev: '0' } })
    expect(left.error.code).toBe('unauthenticated')
  })
})

describe('Limits', () => {
  test('Everybody has their own drafts, also under the same id [I7]', async () => {
    await put(of({ title: ['A', 1] }))
    await put(of({ title: ['B', 1] }), { who: 'bola' })
    await drop(9, 'discarded', { who: 'bola' })
    expect(await text()).toEqual({ title: 'A' })
    expect((await pull(0, 'bola')).live).toEqual([])
  })

  test('The twenty-first draft is refused, but an existing draft can always be edited', async () => {
    for (let i = 0; i < draftLimits.drafts; i += 1) await put(of({ title: ['A', 1] }), { id: `draft-20${i}` })
    const refused = (await put(of({ title: ['A', 1] }))).error
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['validation_failed', ['drafts']])
    expect((await put(of({ title: ['B', 2] }), { id: 'draft-200' })).status).toBe(200)
    await drop(5, 'discarded', { id: 'draft-200' })
    expect((await put(of({ title: ['A', 1] }))).status).toBe(200)
  })

  test('Not even two devices together make a draft above 60 KB of UTF-8', async () => {
    const long = '₦'.repeat(6333)
    await put(of({ a: [long, 1], b: [long, 1] }))
    const more = await put(of({ c: [long, 1], d: [long, 1] }))
    expect(more.error.code).toBe('payload_too_large')
    expect((await put(of({ c: [long, 1] }))).status).toBe(200)
  })

  test('A draft with many removed pictures is saved; the oldest removals are forgotten', async () => {
    const images = (from: number, count: number, v: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          imageIdOf(String(from + i).padStart(32, '0')),
          { v, at: from + i + 1 },
        ]),
      )
    await put(of({}, { images: images(0, 60, takenOut) }))
    expect((await put(of({}, { images: images(60, 9, 0) }))).status).toBe(200)
    const sent = { ...images(0, 60, takenOut), ...images(60, 10, 0) }
    expect((await put(of({}, { images: sent }))).reply.data.behind).toBe(true)
    const kept = (await pull()).drafts[0]?.images
    expect(kept).toEqual({ ...images(10, 50, takenOut), ...images(60, 10, 0) })
  })

  test.each<[string, object]>([
    ['a name that is none', { fields: { '<b>': { v: 'A', at: 1 } } }],
    ['a value that is no text', { fields: { title: { v: 5, at: 1 } } }],
    ['a stamp from the far future', { fields: { title: { v: 'A', at: 9e15 } } }],
    ['a picture that is none', { images: { 'img_../x': { v: 0, at: 1 } } }],
    [
      'too many fields',
      { fields: Object.fromEntries(Array.from({ length: 121 }, (_, i) => [`f${i}`, { v: '', at: 1 }])) },
    ],
  ])('%s is refused, and nothing is kept', async (_, over) => {
    const refused = await put({ ...of({}), ...over } as DraftCopy)
    expect(refused.error.code).toBe('validation_failed')
    expect((await pull()).live).toEqual([])
  })

  test('Half characters and zeros in a text do not break anything', async () => {
    expect((await put(of({ title: ['a\0b\ud83d', 1] }))).status).toBe(200)
    expect(await text()).toEqual({ title: 'ab\ufffd' })
    const inherited = { fields: Object.fromEntries([['toString', { v: 'd', at: 2 }]]) }
    expect((await put(of({}, inherited))).status).toBe(200)
    expect(await text()).toEqual({ title: 'ab\ufffd', toString: 'd' })
  })
})

describe('Pictures of a draft', () => {
  const days = (n: number) => server.clock.advance(n * 86_400_000)
  const reap = () => reapUploads(server.deps, uploadServiceOf(server.deps))
  const shown = async (image: string) =>
    (await server.app.inject({ url: `/media/${image}/320.webp` })).statusCode

  test('A draft’s picture stays until seven days after the draft is gone', async () => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
      .png()
      .toBuffer()
    const image = idOf(bytes)
    const other = imageIdOf('0'.repeat(64))
    const images = { [image]: { v: 0, at: 1 }, [other]: { v: 1, at: 1 } }
    // The draft names a picture that has not arrived yet.
    await put(of({}, { images }))
    expect((await pull()).drafts[0]?.pictures).toEqual([])
    await keepPicture(server, tokens['ada'] ?? '', bytes)
    const blur = expect.stringMatching(/^data:image\/webp/) as string
    expect((await pull()).drafts[0]?.pictures).toEqual([{ id: image, width: 40, height: 30, blur }])
    days(30)
    await reap()
    expect(await shown(image)).toBe(200)

    await put(of({}, { images: { [image]: { v: takenOut, at: 2 } } }))
    days(6)
    await reap()
    expect(await shown(image)).toBe(200)
    days(2)
    await reap()
    expect(await shown(image)).toBe(404)
  })

  test('Of a draft that was thrown away the pictures stay for seven days', async () => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#13a' } })
      .png()
      .toBuffer()
    const image = await keepPicture(server, tokens['ada'] ?? '', bytes)
    await put(of({}, { images: { [image]: { v: 0, at: 1 } } }))
    days(30)
    await drop(2)
    await reap()
    expect(await shown(image)).toBe(200)
    days(8)
    await reap()
    expect(await shown(image)).toBe(404)
  })
})
