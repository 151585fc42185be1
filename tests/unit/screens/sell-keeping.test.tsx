import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { useAdDraft, useUploading } from '#local/react'
import { userPartition } from '../../../src/local/database/schema.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { fakePhotos } from '../../support/fake-photos.ts'
import { entryOf } from '../../support/pretend.tsx'
import { world } from '../../support/profile.tsx'
import { samplePerson, sampleToken } from '../../support/sample-people.ts'
import { heading, openForm, serving, tiles, type, withPhotos } from '../../support/sell-form.tsx'
import { nothing, OnStage, type Stage, stage } from '../../support/stage.tsx'

beforeEach(() => fakePhotos())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.happyDOM?.setViewport({ width: 1024 })
})

const id = 'draft-0001'
const wide = () => window.happyDOM?.setViewport({ width: 1280 })
const adDraftsOf = async (on: Pick<Stage, 'local'>) => (await on.local.load()).adDrafts()
const on = (local: Stage['local']) => ({
  wrapper: ({ children }: { children: ReactNode }) => <OnStage local={local}>{children}</OnStage>,
})
/** Signs a person in from another tab. */
async function comes({ local }: Stage, person: typeof samplePerson) {
  local.env.localStorage?.setItem('authentication-token', sampleToken(person))
  act(() => local.kick('focus'))
  await waitFor(() => expect(local.session.get().user?.id).toBe(person.id))
}

test('One person’s form is hidden from another who signs in, and nothing is lost [I7]', async () => {
  wide()
  const shown = openForm(`/post/ad?draft=${id}`)
  await screen.findByLabelText('Title')
  await type('Title', 'My words')
  await comes(shown, { ...samplePerson, id: 'user-8', fullname: 'Another' })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(''))
  await type('Engine', '2.0')
  const selling = await adDraftsOf(shown)
  await waitFor(async () => expect((await selling.read(id))?.fields['engine']?.v).toBe('2.0'))
  expect((await selling.read(id))?.fields['title']).toBeUndefined()
  await comes(shown, samplePerson)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('My words'))
  expect((await selling.read(id))?.fields['engine']).toBeUndefined()
})

/** Returns all rows of one table on the browser's disk. */
const onDisk = (indexedDB: IDBFactory, database: string, table: string) =>
  new Promise<Record<string, unknown>[]>((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.onerror = () => reject(new Error('did not open'))
    opening.onsuccess = () => {
      const rows = opening.result.transaction(table).objectStore(table).getAll()
      rows.onerror = () => reject(new Error('did not read'))
      rows.onsuccess = () => {
        opening.result.close()
        resolve(rows.result as Record<string, unknown>[])
      }
    }
  })

test('An ad begun offline, files included, survives an app restart in IndexedDB through Dexie [R-PWA-23 R-PWA-24 R-PWA-34]', async () => {
  wide()
  const indexedDB = new IDBFactory()
  const memory = stage(nothing).local.env.localStorage
  const person = { ...samplePerson, id: 'user-without-signal' }
  memory?.setItem('authentication-token', sampleToken(person))
  const start = () =>
    openForm(`/post/ad?draft=${id}`, {
      on: stage(nothing, { indexedDB, localStorage: memory, saysOnline: () => false }),
    })
  const close = (app: ReturnType<typeof start>) => {
    app.unmount()
    app.local.engine.get()?.close()
  }
  const mine = userPartition(person.id)

  const written = new Set<string>()
  const hear = (parts: object) => {
    for (const part of Object.keys(parts)) written.add(part.replace(/^idb:\/\/|\/[^/]*$/g, ''))
  }
  Dexie.on('storagemutated', hear)
  const first = start()
  await screen.findByLabelText('Title')
  await type('Title', 'Begun in a car park')
  await withPhotos(2)
  expect(await screen.findByText('Draft saved · offline')).toBeTruthy()
  Dexie.on.storagemutated.unsubscribe(hear)
  for (const table of ['drafts', 'blobs']) expect(written).toContain(`${mine}/${table}`)
  close(first)

  const drafts = await onDisk(indexedDB, mine, 'drafts')
  expect(drafts).toHaveLength(1)
  expect(JSON.stringify(drafts)).toContain('Begun in a car park')
  const files = await onDisk(indexedDB, mine, 'blobs')
  const bytes = files.map(({ buf }) => new TextDecoder().decode(buf as ArrayBuffer))
  expect(bytes.map((text) => text.slice(-'photo 0'.length)).sort()).toEqual(['photo 0', 'photo 1'])

  const again = start()
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Begun in a car park')
  await waitFor(() => expect(tiles()).toEqual(['Picture 1 of 2, the cover', 'Picture 2 of 2']))
  const selling = await adDraftsOf(again)
  const { pictures = [] } = (await selling.read(id)) ?? {}
  const words = pictures.map(async (one) => (await (await selling.picture(one.id ?? ''))?.text()) ?? '')
  expect((await Promise.all(words)).map((text) => text.slice(-'photo 0'.length)).sort()).toEqual([
    'photo 0',
    'photo 1',
  ])
  close(again)
})

test('An unreadable draft shows an error with a retry instead of an empty form [S15 I12]', async () => {
  wide()
  const phone = openForm('/listings', { signedIn: false })
  const selling = await adDraftsOf(phone)
  await selling.change(id, { fields: { title: 'My words' } })
  phone.unmount()
  vi.spyOn(selling, 'read').mockRejectedValueOnce(new AppError('storage_full'))
  openForm(`/post/ad?draft=${id}`, { on: phone })
  expect(await screen.findByText('Your draft could not be opened')).toBeTruthy()
  expect(screen.getByText(/The storage of this phone is full/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('My words')
})

test('A new ad whose store does not come says so and offers another try [I12]', async () => {
  const phone = stage(serving(world()))
  vi.spyOn(phone.local, 'load').mockRejectedValue(new AppError('network'))
  openForm('/post/ad', { on: phone, signedIn: false })
  expect(await screen.findByText('Your draft could not be opened')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('Where the browser keeps nothing a picture is shown, and not called saved [I12]', async () => {
  window.happyDOM?.setViewport({ width: 390 })
  const bare = stage(serving(world()), { indexedDB: undefined, keyRange: undefined })
  openForm('/post/ad', { on: bare, signedIn: false })
  await heading('Start with the photos')
  await withPhotos(1)
  expect(await screen.findByText('Not saved. This browser does not let us store anything.')).toBeTruthy()
  expect(screen.queryByText(/^Draft saved/)).toBeNull()
})

describe('What a full phone refuses', () => {
  test('is told, and an order of pictures is kept with the next chance [S15 R-POST-40]', async () => {
    const { local } = stage(nothing)
    const selling = await adDraftsOf({ local })
    const [a, b] = ['a', 'b'].map((letter) => `img_${letter.repeat(32)}`) as [string, string]
    await selling.change(id, { order: [a, b] })
    const { result } = renderHook(() => useAdDraft(id), on(local))
    await waitFor(() => expect(result.current.loaded).toBe(true))
    const full = { ok: false, error: { code: 'storage_full' } } as const
    vi.spyOn(selling, 'change').mockResolvedValueOnce(full)
    await act(() => result.current.arrange([b, a]))
    expect(result.current.saved).toMatchObject({ is: 'failed', error: { code: 'storage_full' } })
    act(() => result.current.flush())
    await waitFor(() => expect(result.current.saved.is).toBe('saved'))
    await waitFor(() => expect(result.current.draft?.pictures.map((one) => one.imageId)).toEqual([b, a]))
    vi.spyOn(selling, 'removePhoto').mockResolvedValueOnce(full)
    await act(() => result.current.removePhoto(a))
    expect(result.current.saved).toMatchObject({ is: 'failed', error: { code: 'storage_full' } })
    expect(result.current.draft?.pictures).toHaveLength(2)
  })
})

test('The app checks a waiting ad’s pictures once, and repeatedly only while sending', async () => {
  const due: (() => void)[] = []
  const { local } = stage(nothing, {
    setTimeout: (work, ms) => (ms === 1000 ? due.push(work) : globalThis.setTimeout(work, ms)),
  })
  const selling = await adDraftsOf({ local })
  const look = vi.spyOn(selling, 'progress')
  const views = cell(local.views.get())
  const show = (state: 'wait' | 'sending') =>
    act(() => {
      const entry = { ...entryOf({}), id: 'item-1', state }
      views.set({ ...views.get(), outbox: [entry] })
    })
  show('wait')
  renderHook(() => useUploading('item-1'), on({ ...local, views }))
  await waitFor(() => expect(look).toHaveBeenCalledTimes(1))
  expect(due).toHaveLength(0)
  show('sending')
  await waitFor(() => expect(due).toHaveLength(1))
  expect(look).toHaveBeenCalledTimes(2)
})
