import { act, renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useAdDraft, type AdDraftView } from '#local/react'
import { emptyAd } from '../../../src/features/sell/form/ad-values.ts'
import { useAdForm } from '../../../src/features/sell/form/use-ad-form.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'
import { turns } from '../../support/turns.ts'

/** Typed values also return from the store, sometimes late: they are never changes by another device. */

const id = 'draft-0001'
const { local } = stage(nothing)
const wrapper = ({ children }: { children: ReactNode }) => <OnStage local={local}>{children}</OnStage>

/** Returns a promise that the test resolves. */
function held() {
  let letGo = () => {}
  const until = new Promise<void>((resolve) => (letGo = resolve))
  return { until, letGo: () => letGo() }
}

/** Returns a draft with this stored price. */
const keptWith = (price: string): AdDraftView['draft'] => ({
  id,
  fields: { price: { v: price, at: 1 } },
  images: {},
  step: { v: '', at: 0 },
  base: undefined,
  pictures: [],
  coverSize: 0,
  updatedAt: 1,
})

test('A field emptied while its text is being reported as saved stays empty [I11]', () => {
  const change = vi.fn<AdDraftView['change']>()
  let emptied = false
  const props = (saved: AdDraftView['saved']['is'], price?: string) => ({
    saved: { is: saved } as AdDraftView['saved'],
    draft: price === undefined ? undefined : keptWith(price),
  })
  const { result, rerender } = renderHook(
    (now: ReturnType<typeof props>) => {
      const draft = { ...now, change } as unknown as AdDraftView
      const its = useAdForm({
        start: emptyAd,
        draft,
        photoError: undefined,
        picked: [],
        reasons: undefined,
        send: async () => {},
        words: { waits: '', done: '' },
      })
      // A key is pressed as soon as the screen reports the save.
      useLayoutEffect(() => {
        if (now.saved.is !== 'saved' || emptied) return
        emptied = true
        its.form.setValue('price', '')
      })
      return its
    },
    { wrapper, initialProps: props('new') },
  )
  act(() => result.current.form.setValue('price', '450000'))
  rerender(props('saving'))
  rerender(props('saved', '450000'))
  expect(emptied).toBe(true)
  expect(result.current.form.getValues('price')).toBe('')
  expect(change.mock.calls).toEqual([[{ price: '450000' }], [{ price: '' }]])
  // A real change is accepted.
  rerender(props('saved', ''))
  rerender(props('saved', '390000'))
  expect(result.current.form.getValues('price')).toBe('390000')
})

test('Nothing is called saved while what was typed later is still being written [I11 I12]', async () => {
  const selling = await (await local.load()).adDrafts()
  const { result, unmount } = renderHook(() => useAdDraft(id), { wrapper })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  const [look, write] = [held(), held()]
  const read = selling.read.bind(selling)
  vi.spyOn(selling, 'read').mockImplementation((of) => look.until.then(() => read(of)))
  act(() => {
    result.current.change({ price: '450000' })
    result.current.flush()
  })
  await waitFor(async () => expect((await read(id))?.fields['price']?.v).toBe('450000'))
  const changing = selling.change.bind(selling)
  vi.spyOn(selling, 'change').mockImplementation((of, what) => write.until.then(() => changing(of, what)))
  act(() => {
    result.current.change({ price: '' })
    result.current.flush()
  })
  await act(async () => {
    look.letGo()
    await turns(20)
  })
  expect(result.current.draft?.fields['price']?.v).toBe('450000')
  expect(result.current.saved.is).toBe('saving')
  write.letGo()
  await waitFor(() => expect(result.current.saved.is).toBe('saved'))
  expect(result.current.draft?.fields['price']?.v).toBe('')
  vi.restoreAllMocks()
  unmount()
})

test('The form says saved only after reading the newest known draft [I11]', async () => {
  const selling = await (await local.load()).adDrafts()
  const { result, unmount } = renderHook(() => useAdDraft(id), { wrapper })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  const read = selling.read.bind(selling)
  const looks: ReturnType<typeof held>[] = []
  vi.spyOn(selling, 'read').mockImplementation((of) => {
    const look = held()
    looks.push(look)
    return look.until.then(() => read(of))
  })
  act(() => {
    result.current.change({ title: 'Mine' })
    result.current.flush()
  })
  await waitFor(() => expect(looks.length).toBeGreaterThan(0))
  await act(() => turns(20))
  const older = [...looks]
  // Another tab writes too, and its change is being read when the first reads end.
  await selling.change(id, { fields: { engine: '2.0' } })
  await waitFor(() => expect(looks.length).toBeGreaterThan(older.length))
  await act(async () => {
    for (const look of older) look.letGo()
    await turns(20)
  })
  expect(result.current.saved.is).toBe('saving')
  await act(async () => {
    for (const look of looks) look.letGo()
    await turns(20)
  })
  await waitFor(() => expect(result.current.saved.is).toBe('saved'))
  expect(result.current.draft?.fields).toMatchObject({ title: { v: 'Mine' }, engine: { v: '2.0' } })
  vi.restoreAllMocks()
  unmount()
})

test('Publishing the draft of a person who left does not blame the storage [I7]', async () => {
  const session = local.session.get()
  const get = vi.spyOn(local.session, 'get').mockReturnValue({ ...session, account: 'ada' })
  const { result, unmount } = renderHook(() => useAdDraft(id), { wrapper })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  const { publish } = result.current
  get.mockReturnValue({ ...session, account: 'bola' })
  expect(await publish({})).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
  vi.restoreAllMocks()
  unmount()
})
