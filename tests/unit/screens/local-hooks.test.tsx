// Live queries need the browser's database, so this import precedes that of Dexie.
import 'fake-indexeddb/auto'
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { bareEnv, createLocalApp, type Env } from '#local'
import {
  LocalProvider,
  useBrands,
  useCar,
  useCities,
  useCommand,
  useConnection,
  useFavourite,
  useFormDraft,
  useCachedCars,
  useCarryOn,
  useLastSearches,
  useListings,
  useMyProfile,
  useOutbox,
  useOutboxActions,
  useOutboxEntry,
  useSession,
  useSiteSettings,
} from '#local/react'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { card, detail, newPhone, serverOf, tabOf, tokenFor, type Phone, type Reply } from '../local/page.ts'
import { enquiry } from '../local/phone.ts'
import { sampleProfile } from '../../support/profile.tsx'

const query = readListQuery({})
const now = () => new Date().toISOString()
const page = (ids: string[]) => ({
  success: true as const,
  msg: '',
  data: ids.map((id) => card(id)),
  count_records: ids.length,
  as_of: now(),
})
const known: Record<string, () => Reply> = {
  'cars/get-car-list': () => ({ body: page(['c1', 'c2']) }),
  'cars/get-single-car/slug-c1': () => ({
    body: { data: detail('c1'), recent_list: [card('c2')], as_of: now() },
  }),
  'cars/get-favorite-list': () => ({ body: { data: [], count_records: 0, ids: [], as_of: now() } }),
  'cars/like-dislike-car': () => ({ body: { data: { car_id: 'c1', is_favorite: 'yes' } } }),
  'users/send/car-enquiry-mail': () => ({ body: { data: { _id: 'e1', car_id: 'c1', created_at: now() } } }),
  'common/get-all-makes': () => ({ body: { data: [] } }),
}
const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})
function stage(o: { phone?: Phone; env?: Partial<Env> } = {}) {
  const phone = o.phone ?? newPhone()
  const net = { signal: true }
  const server = serverOf((call) => {
    if (!net.signal) return undefined
    return known[call.path]?.() ?? { status: 404, body: { code: 'not_found', msg: 'No such thing' } }
  })
  const tab = tabOf(phone, { fetch: server.fetch, ...o.env })
  const local = createLocalApp(tab.env)
  closing.push(() => local.engine.get()?.close())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LocalProvider local={local}>{children}</LocalProvider>
  )
  return { phone, net, server, local, wrapper, ...tab }
}
const signedIn = (phone: Phone) => {
  phone.lasting.setItem('authentication-token', tokenFor('ada', Date.now() + 1_000_000))
}

describe('A list', () => {
  test('comes from the network and says so and how old it is', async () => {
    const { wrapper } = stage()
    const { result } = renderHook(() => useListings(query), { wrapper })
    expect(result.current).toMatchObject({ status: 'loading', data: undefined, source: undefined })
    await waitFor(() => expect(result.current.status).toBe('ready'))
    expect(result.current).toMatchObject({ source: 'network', error: undefined })
    expect(result.current.data?.count_records).toBe(2)
    expect(result.current.asOf).toBe(Date.parse(result.current.data?.as_of ?? ''))
  })
  test('that the network answered is not read from the phone as well', async () => {
    const { wrapper, local } = stage()
    const { result, rerender } = renderHook((asked) => useListings(asked), { wrapper, initialProps: query })
    await waitFor(() => expect(result.current.source).toBe('network'))
    const read = vi.spyOn(local, 'phone')
    await act(() => local.load())
    await waitFor(() => expect(local.holding.get()).toBe(true))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(read).not.toHaveBeenCalled()
    rerender(readListQuery({ min_price: '2' }))
    await waitFor(() => expect(read).toHaveBeenCalledOnce())
  })
  test('without signal comes from the phone, with the failure beside it [R-PWA-35 R-ERR-29]', async () => {
    const first = stage()
    await first.local.reads.listings(query)
    await waitFor(async () =>
      expect((await (await first.local.load()).phone.listings(query))?.value.count_records).toBe(2),
    )
    first.local.engine.get()?.close()
    const { wrapper, net } = stage({ phone: first.phone })
    net.signal = false
    const { result } = renderHook(() => ({ list: useListings(query), at: useConnection() }), { wrapper })
    await waitFor(() => expect(result.current.list).toMatchObject({ status: 'ready', source: 'phone' }))
    await waitFor(() => expect(result.current.list.error?.code).toBe('network'))
    expect(result.current.at.state).not.toBe('online')
    net.signal = true
    act(() => {
      result.current.list.refresh()
    })
    await waitFor(() => expect(result.current.list).toMatchObject({ source: 'network', error: undefined }))
    expect(result.current.at.state).toBe('online')
  })
  test('without signal on a phone that kept nothing fails honestly', async () => {
    const { wrapper, net } = stage()
    net.signal = false
    const { result } = renderHook(() => useListings(query), { wrapper })
    await waitFor(() => expect(result.current.status).toBe('failed'))
    expect(result.current).toMatchObject({ data: undefined, error: { code: 'network' } })
  })
  test('given whole stays until the network failed, though the phone holds a newer part', async () => {
    const first = stage()
    await first.local.reads.car('slug-c1')
    const two = readListQuery({ sortBy: 'price_low_high' })
    await waitFor(async () =>
      expect((await (await first.local.load()).phone.listings(two))?.partial).toBe(true),
    )
    first.local.engine.get()?.close()
    let lose = () => {}
    const asked = new Promise<never>((_, reject) => (lose = () => reject(new TypeError('Failed to fetch'))))
    const { wrapper } = stage({ phone: first.phone, env: { fetch: () => asked } })
    const given = { ...page(['c1', 'c2', 'c3']), as_of: new Date(Date.now() - 30_000).toISOString() }
    const sources = new Set<string | undefined>()
    const { result } = renderHook(
      () => {
        const list = useListings(two, given)
        sources.add(list.source)
        return list
      },
      { wrapper },
    )
    act(() => {
      result.current.refresh()
    })
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect([...sources]).toEqual(['given'])
    expect(result.current.data?.count_records).toBe(3)
    lose()
    await waitFor(() => expect(result.current.source).toBe('phone'))
  })
  test('given by the server is shown in the first paint, before any call', () => {
    const local = createLocalApp(bareEnv())
    function Screen() {
      const { data, source, status } = useListings(query, page(['given']))
      return <p>{`${data?.data[0]?._id} ${source} ${status} ${useSiteSettings().name}`}</p>
    }
    const html = renderToString(
      <LocalProvider local={local}>
        <Screen />
      </LocalProvider>,
    )
    expect(html).toContain('given given ready Motorkin')
  })
})

test('An opened car is saved as viewed, and a missing one reports not found [R-STATE-14 R-STATE-15]', async () => {
  const { wrapper, local } = stage()
  const { result } = renderHook(
    () => ({ car: useCar('slug-c1'), none: useCar('x'), kept: useCachedCars() }),
    {
      wrapper,
    },
  )
  await waitFor(() => expect(result.current.car.data?.data.title).toBe('Car c1'))
  await waitFor(() =>
    expect(result.current.none).toMatchObject({ status: 'failed', error: { code: 'not_found' } }),
  )
  expect(result.current.none.error?.message).toBe('No such thing')
  await waitFor(() => expect(local.engine.get()).toBeDefined())
  await waitFor(() => expect(result.current.kept.data?.viewed.map((c) => c._id)).toEqual(['c1']))
})

test('No province means no cities and no call', async () => {
  const { wrapper, server } = stage()
  const { result } = renderHook(() => ({ cities: useCities([]), brands: useBrands() }), { wrapper })
  await waitFor(() => expect(result.current.brands.status).toBe('ready'))
  expect(result.current.cities).toMatchObject({ status: 'ready', data: [] })
  expect(server.to('city_state')).toEqual([])
})

describe('A write', () => {
  test('without signal is shown as waiting and becomes sent only when the server answered [R-PWA-31]', async () => {
    const { wrapper, net, window } = stage()
    net.signal = false
    const { result } = renderHook(
      () => {
        const outbox = useOutbox()
        return { send: useCommand('enquiry.send'), outbox, entry: useOutboxEntry(outbox[0]?.id) }
      },
      { wrapper },
    )
    const put = await act(() => result.current.send(enquiry()))
    expect(put.ok).toBe(true)
    await waitFor(() => expect(result.current.entry?.state).toBe('wait'))
    expect(result.current.entry?.doneAt).toBeUndefined()
    net.signal = true
    act(() => {
      window.fire('online')
    })
    await waitFor(() => expect(result.current.entry?.state).toBe('done'))
    expect(result.current.entry?.doneAt).toBeGreaterThan(0)
  })
  test('can be taken back before it left', async () => {
    const hold = { setTimeout: () => 0 }
    const { wrapper } = stage({ env: hold })
    const { result } = renderHook(
      () => ({ send: useCommand('enquiry.send'), outbox: useOutbox(), ...useOutboxActions() }),
      { wrapper },
    )
    const put = await act(() => result.current.send(enquiry()))
    expect(result.current.outbox.length).toBe(1)
    expect(await act(() => result.current.remove(put.ok ? put.id : ''))).toBe('removed')
    await waitFor(() => expect(result.current.outbox).toEqual([]))
  })
  test('made by the worker is seen by the open page [R-PWA-26]', async () => {
    const { wrapper, net, phone, server } = stage()
    net.signal = false
    const { result } = renderHook(() => ({ send: useCommand('enquiry.send'), outbox: useOutbox() }), {
      wrapper,
    })
    await act(() => result.current.send(enquiry()))
    await waitFor(() => expect(result.current.outbox[0]?.state).toBe('wait'))
    net.signal = true
    const { env } = tabOf(phone, { fetch: server.fetch })
    await waitFor(async () => expect(await drainFromWorker({ limit: 1000 }, env)).toBe(true), {
      timeout: 15_000,
    })
    await waitFor(() => expect(result.current.outbox[0]?.state).toBe('done'))
  })
  test('of another tab is seen here [R-PWA-26]', async () => {
    const phone = newPhone()
    const [one, two] = [stage({ phone }), stage({ phone })]
    one.net.signal = false
    two.net.signal = false
    await two.local.load()
    const { result } = renderHook(() => useOutbox(), { wrapper: two.wrapper })
    await (await one.local.load()).put('enquiry.send', enquiry())
    await waitFor(() => expect(result.current.length).toBe(1))
  })
})

test('A car that was opened in another tab is among the viewed here [R-PWA-26]', async () => {
  const phone = newPhone()
  const [one, two] = [stage({ phone }), stage({ phone })]
  await two.local.load()
  const { result } = renderHook(() => useCachedCars(), { wrapper: two.wrapper })
  await one.local.reads.car('slug-c1')
  const engine = await one.local.load()
  await waitFor(async () => expect(await engine.phone.car('c1')).toBeDefined())
  await waitFor(() => expect(result.current.status).toBe('ready'))
  await engine.viewed('c1')
  await waitFor(() => expect(result.current.data?.viewed.map((c) => c._id)).toEqual(['c1']))
})

describe('The heart', () => {
  test('of a guest stays off and says why', async () => {
    const { wrapper } = stage()
    const { result } = renderHook(() => ({ heart: useFavourite('c1'), session: useSession() }), { wrapper })
    const put = await act(() => result.current.heart.set(true))
    expect(put).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
    expect(result.current).toMatchObject({
      heart: { on: false, waiting: false },
      session: { user: undefined },
    })
  })
  test('of a person turns on at once, waits offline and survives a restart [R-PWA-21 R-ENT-26]', async () => {
    const phone = newPhone()
    signedIn(phone)
    const first = stage({ phone })
    const { result } = renderHook(() => ({ heart: useFavourite('c1'), session: useSession() }), {
      wrapper: first.wrapper,
    })
    expect(result.current.session.user?.id).toBe('ada')
    first.net.signal = false
    await act(() => result.current.heart.set(true))
    expect(result.current.heart).toMatchObject({ on: true, waiting: true })
    cleanup()
    first.local.engine.get()?.close()
    const { wrapper, net } = stage({ phone })
    net.signal = false
    const again = renderHook(() => useFavourite('c1'), { wrapper })
    // The mirror answers before any database is open.
    expect(again.result.current.on).toBe(true)
    await waitFor(() => expect(again.result.current.waiting).toBe(true))
  })
})

describe('Typed text', () => {
  test('is there when the form is opened again, until it is cleared', async () => {
    const phone = newPhone()
    const first = stage({ phone })
    const form = renderHook(() => useFormDraft<{ name: string }>('enquiry'), { wrapper: first.wrapper })
    await waitFor(() => expect(form.result.current).toMatchObject({ loaded: true, values: undefined }))
    act(() => {
      form.result.current.save({ name: 'A' })
      form.result.current.save({ name: 'Ada' })
    })
    await waitFor(async () =>
      expect(await first.local.engine.get()?.drafts.read('enquiry')).toEqual({ name: 'Ada' }),
    )
    cleanup()
    first.local.engine.get()?.close()
    const { wrapper, local } = stage({ phone })
    const again = renderHook(() => useFormDraft<{ name: string }>('enquiry'), { wrapper })
    expect(again.result.current.loaded).toBe(false)
    await waitFor(() => expect(again.result.current).toMatchObject({ loaded: true, values: { name: 'Ada' } }))
    act(() => {
      again.result.current.clear()
    })
    expect(again.result.current.values).toBeUndefined()
    await waitFor(async () => expect(await (await local.load()).drafts.read('enquiry')).toBeUndefined())
  })
  test('is written when the page is hidden, without waiting for a pause', async () => {
    const timers: number[] = []
    const { wrapper, document, local } = stage({
      env: { setTimeout: (_, ms) => timers.push(ms) },
    })
    const { result } = renderHook(() => useFormDraft<{ name: string }>('enquiry'), { wrapper })
    act(() => {
      result.current.save({ name: 'Ada' })
    })
    expect(timers).toContain(250)
    act(() => {
      document.fire('visibilitychange')
    })
    await waitFor(async () =>
      expect(await (await local.load()).drafts.read('enquiry')).toEqual({ name: 'Ada' }),
    )
  })
})

test('A hook outside of the provider says what is missing', () => {
  const Lost = () => <p>{useOutbox().length}</p>
  expect(() => render(<Lost />)).toThrow('LocalProvider is missing')
})

test('A profile that knows more than the token brings a newer token, once [R-ROLE-18]', async () => {
  const phone = newPhone()
  const token = (minutes: number, says: object) =>
    tokenFor('ada', Date.now() + minutes * 60_000, { sid: 's-ada', ...says })
  phone.lasting.setItem('authentication-token', token(15, {}))
  const fields = { fullname: 'Ada', avatarurl: '', is_subscriber: true }
  const data = sampleProfile({ id: 'ada', ...fields })
  known['users/get-user-profile-data'] = () => ({ body: { data, as_of: now() } })
  known['users/refresh-session'] = () => ({ body: { token: token(20, fields) } })
  const { server, local, wrapper } = stage({ phone })
  const { result } = renderHook(() => ({ mine: useMyProfile(), session: useSession() }), { wrapper })
  expect(result.current.session.user?.is_subscriber).toBe(false)
  await waitFor(() => expect(result.current.session.user?.is_subscriber).toBe(true))
  const asked = server.to('users/get-user-profile-data').length
  act(() => result.current.mine.refresh())
  await waitFor(() => expect(server.to('users/get-user-profile-data').length).toBeGreaterThan(asked))
  await waitFor(() => expect(result.current.mine.data?.is_subscriber).toBe(true))
  expect(server.to('users/refresh-session')).toHaveLength(1)
  expect(phone.lasting.getItem('authentication-token')).toBe(local.session.get().token)
})

test('A screen that stays open forgets the searches of the person who signs out', async () => {
  const phone = newPhone()
  signedIn(phone)
  phone.lasting.setItem('motorkin-searches', '["diesel hilux"]')
  phone.lasting.setItem('motorkin-carry-on', '{"search":"q=diesel+hilux"}')
  const { wrapper, local } = stage({ phone })
  const { result } = renderHook(() => ({ last: useLastSearches(), on: useCarryOn() }), { wrapper })
  expect([result.current.last.texts, result.current.on.note.search]).toEqual([
    ['diesel hilux'],
    'q=diesel+hilux',
  ])
  await act(() => local.account.signOut())
  await waitFor(() => expect(result.current.last.texts).toEqual([]))
  expect(result.current.on.note.search).toBeUndefined()
})
