// Live queries need the browser's database, so this import precedes that of Dexie.
import { AppError } from '#contract/errors.ts'
import 'fake-indexeddb/auto'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createLocalApp, type LocalApp } from '#local'
import { LocalProvider, useCommand, useFormDraft, useOutboxActions } from '#local/react'
import { newPhone, serverOf, tabOf, tokenFor } from '../local/page.ts'
import { enquiry } from '../local/phone.ts'

const asked = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../../src/local/react/live-views.tsx', () => {
  asked.times += 1
  throw new Error('This chunk cannot be had')
})
const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})
function stage(change: (local: LocalApp) => Partial<LocalApp> = () => ({})) {
  const tab = tabOf(newPhone(), { fetch: serverOf(() => undefined).fetch })
  const real = createLocalApp(tab.env)
  const local = { ...real, ...change(real) }
  closing.push(() => local.engine.get()?.close())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LocalProvider local={local}>{children}</LocalProvider>
  )
  return { local, wrapper, ...tab }
}

test('The screen and writes survive when the module that follows other tabs cannot load', async () => {
  const { local, wrapper } = stage()
  function Screen() {
    const put = useCommand('enquiry.send')
    return <button onClick={() => void put(enquiry())}>Send</button>
  }
  render(<Screen />, { wrapper })
  act(() => {
    screen.getByText('Send').click()
  })
  await waitFor(() => expect(local.views.get().outbox.length).toBe(1))
  await waitFor(() => expect(asked.times).toBeGreaterThan(0))
  const gone = () => {
    expect(screen.queryByText('Send')).toBeNull()
  }
  await expect(waitFor(gone, { timeout: 700 })).rejects.toThrow(/Send/)
})

test('Where the store cannot be opened, nothing is called taken back, changed or settled', async () => {
  const { wrapper } = stage(() => ({ load: () => Promise.reject(new AppError('network')) }))
  const { result } = renderHook(() => useOutboxActions(), { wrapper })
  expect(await result.current.remove('x')).toBe('failed')
  expect(await result.current.resolve('x', { how: 'mine' })).toBe(false)
  expect(await result.current.revise('x', enquiry())).toBe(false)
  expect(await result.current.report()).toBeUndefined()
  expect(await result.current.retry('x')).toBeUndefined()
})

test('Text that could not be written is written at the next chance', async () => {
  let fail = true
  const { local, wrapper, window } = stage((real) => ({
    load: () => (fail ? Promise.reject(new AppError('network')) : real.load()),
  }))
  const { result } = renderHook(() => useFormDraft('enquiry:c1'), { wrapper })
  act(() => {
    result.current.save({ name: 'Ada' })
    window.fire('pagehide')
  })
  await act(() => Promise.resolve())
  fail = false
  act(() => {
    window.fire('pagehide')
  })
  await waitFor(async () => {
    expect(await (await local.load()).drafts.read('enquiry:c1')).toEqual({ name: 'Ada' })
  })
})

test('Text that could not be written is never written as another form’s', async () => {
  let fail = true
  const { local, wrapper, window } = stage((real) => ({
    load: () => (fail ? Promise.reject(new AppError('network')) : real.load()),
  }))
  const { result, rerender } = renderHook(({ key }) => useFormDraft(key), {
    wrapper,
    initialProps: { key: 'enquiry:c1' },
  })
  act(() => result.current.save({ name: 'About the first car' }))
  rerender({ key: 'enquiry:c2' })
  await act(() => Promise.resolve())
  fail = false
  act(() => window.fire('pagehide'))
  const { drafts } = await local.load()
  await waitFor(async () => expect(await drafts.read('enquiry:c1')).toEqual({ name: 'About the first car' }))
  expect(await drafts.read('enquiry:c2')).toBeUndefined()
})

test('Text that could not be written does not come back after it was cleared', async () => {
  let refuse: () => void = () => {}
  const refused = new Promise<never>((_, no) => (refuse = () => no(new AppError('network'))))
  let fail = true
  const { local, wrapper, window } = stage((real) => ({ load: () => (fail ? refused : real.load()) }))
  const { result } = renderHook(() => useFormDraft('enquiry:c1'), { wrapper })
  act(() => {
    result.current.save({ name: 'Ada' })
    window.fire('pagehide')
    result.current.clear()
  })
  refuse()
  await act(() => new Promise((over) => setTimeout(over)))
  fail = false
  act(() => window.fire('pagehide'))
  await act(() => new Promise((over) => setTimeout(over, 50)))
  expect(await (await local.load()).drafts.read('enquiry:c1')).toBeUndefined()
})

/** Returns a new phone whose store opens slowly. */
function slowPhone() {
  let open = () => {}
  const opened = new Promise<void>((go) => (open = go))
  const on = stage((real) => ({ load: () => opened.then(real.load) }))
  return { ...on, open: () => open() }
}
const typing = (wrapper: ReturnType<typeof stage>['wrapper']) =>
  renderHook(() => useFormDraft('enquiry:c1'), { wrapper })
const stored = async (local: LocalApp) => (await local.load()).drafts.read('enquiry:c1')

test('Words of a form opened again before the first write are in it', async () => {
  const { local, wrapper, open } = slowPhone()
  const first = typing(wrapper)
  act(() => first.result.current.save({ name: 'Ada' }))
  first.unmount()
  const again = typing(wrapper)
  await waitFor(() => expect(again.result.current).toMatchObject({ loaded: true, values: { name: 'Ada' } }))
  open()
  await waitFor(async () => expect(await stored(local)).toEqual({ name: 'Ada' }))
})

/** Returns a phone whose store does not open until the test repairs it. */
function brokenPhone() {
  let fail = true
  const phone = stage((real) => ({
    load: () => (fail ? Promise.reject(new AppError('network')) : real.load()),
  }))
  return { ...phone, mend: () => (fail = false) }
}

test('Words that a left form could not store are stored from the next one', async () => {
  const { local, wrapper, mend } = brokenPhone()
  const first = typing(wrapper)
  act(() => first.result.current.save({ name: 'Ada' }))
  first.unmount()
  await act(() => Promise.resolve())
  mend()
  const again = typing(wrapper)
  await waitFor(() => expect(again.result.current.values).toEqual({ name: 'Ada' }))
  await waitFor(async () => expect(await stored(local)).toEqual({ name: 'Ada' }))
})

test('Words cleared before the first write do not come back with it', async () => {
  const { local, wrapper, window, open } = slowPhone()
  const { result } = typing(wrapper)
  act(() => {
    result.current.save({ name: 'Ada' })
    window.fire('pagehide')
    result.current.clear()
  })
  await act(() => new Promise((over) => setTimeout(over)))
  open()
  await act(() => new Promise((over) => setTimeout(over, 50)))
  expect(await stored(local)).toBeUndefined()
})

test('What goes back into a form comes after what that form could not store', async () => {
  const { local, wrapper, mend } = brokenPhone()
  const form = typing(wrapper)
  act(() => form.result.current.save({ message: 'Typed since' }))
  form.unmount()
  await act(() => Promise.resolve())
  mend()
  const { result } = renderHook(() => useOutboxActions(), { wrapper })
  const over = (since: Record<string, string> | undefined) => ({ message: `Refused, ${since?.['message']}` })
  await act(() => result.current.reopen('gone', 'enquiry:c1', over))
  const again = typing(wrapper)
  await waitFor(() => expect(again.result.current.values).toEqual({ message: 'Refused, Typed since' }))
  expect(await stored(local)).toEqual({ message: 'Refused, Typed since' })
})

test('A form under another key hands over what is stored there', async () => {
  const { local, wrapper } = stage()
  const { drafts } = await local.load()
  await drafts.save('enquiry:c2', { name: 'About the second car' })
  const { result, rerender } = renderHook(({ key }) => useFormDraft(key), {
    wrapper,
    initialProps: { key: 'enquiry:c1' },
  })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  let write = () => {}
  const slow = new Promise<void>((go) => (write = go))
  const save = drafts.save.bind(drafts)
  vi.spyOn(drafts, 'save').mockImplementation((...words) => slow.then(() => save(...words)))
  act(() => result.current.save({ name: 'About the first car' }))
  rerender({ key: 'enquiry:c2' })
  await waitFor(() => expect(result.current.values).toEqual({ name: 'About the second car' }))
  write()
  await waitFor(async () => expect(await drafts.read('enquiry:c1')).toBeDefined())
  await act(() => new Promise((over) => setTimeout(over)))
  expect(result.current.hand().words).toEqual([{ name: 'About the second car' }])
})

test('A form that ends late changes nothing of the next person’s [I7]', async () => {
  const { local, wrapper } = stage()
  const becomes = (id: string | undefined) => {
    const storage = local.env.localStorage
    if (id === undefined) storage?.removeItem('authentication-token')
    else storage?.setItem('authentication-token', tokenFor(id, Date.now() + 1_000_000))
    act(() => local.kick('focus'))
    return waitFor(() => expect(local.session.get().account).toBe(id))
  }
  await becomes('ada')
  const { result, unmount } = typing(wrapper)
  await waitFor(() => expect(result.current.loaded).toBe(true))
  unmount()
  await becomes(undefined)
  await becomes('ben')
  const theirs = typing(wrapper)
  await waitFor(() => expect(theirs.result.current.loaded).toBe(true))
  act(() => theirs.result.current.save({ name: 'Ben' }))
  act(() => result.current.save({ name: 'Ada' }))
  await waitFor(async () => expect(await stored(local)).toEqual({ name: 'Ben' }))
  act(() => result.current.clear())
  await act(() => new Promise((over) => setTimeout(over, 50)))
  expect(await stored(local)).toEqual({ name: 'Ben' })
})

test('Words typed anew just as they are being sent do not come back', async () => {
  const { local, wrapper } = stage()
  const { result } = typing(wrapper)
  await waitFor(() => expect(result.current.loaded).toBe(true))
  act(() => result.current.save({ name: 'Ada' }))
  const handed = result.current.hand()
  act(() => {
    result.current.save({ name: 'Ada' })
    result.current.clear(handed)
  })
  await act(() => new Promise((over) => setTimeout(over, 300)))
  expect(await stored(local)).toBeUndefined()
})

test('Words of one form are stored also when those of another are cleared', async () => {
  const { local, wrapper } = stage()
  const { result, rerender } = renderHook(({ key }) => useFormDraft(key), {
    wrapper,
    initialProps: { key: 'enquiry:c0' },
  })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  act(() => result.current.save({ name: 'Sent' }))
  const { hand, clear } = result.current
  const handed = hand()
  rerender({ key: 'enquiry:c1' })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  act(() => result.current.save({ name: 'Ada' }))
  act(() => clear(handed))
  await act(() => new Promise((over) => setTimeout(over, 400)))
  expect(await stored(local)).toEqual({ name: 'Ada' })
})
