// Live queries need the browser's database, so this import precedes that of Dexie.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { createLocalApp } from '#local'
import { LocalProvider, useCar, useCommand, useListings } from '#local/react'
import { card, detail, newPhone, serverOf, tabOf, type Reply } from '../local/page.ts'
import { enquiry } from '../local/phone.ts'
import { turns } from '../../support/turns.ts'

const lists = 'cars/get-car-list'
const cars = 'cars/get-single-car/slug-c1'
const query = readListQuery({})
const now = () => new Date().toISOString()
const known: Record<string, () => Reply> = {
  [lists]: () => ({ body: { data: [card('c1')], count_records: 1, as_of: now() } }),
  [cars]: () => ({ body: { data: detail('c1'), recent_list: [], as_of: now() } }),
  'users/send/car-enquiry-mail': () => ({ body: { data: { _id: 'e1', car_id: 'c1', created_at: now() } } }),
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Shows a list and a car, both outdated, on a phone that has just lost the network. */
async function lostSignal() {
  const net = { signal: true, slow: Promise.resolve() }
  const server = serverOf(async ({ path }) => {
    if (!net.signal) return undefined
    if (path === lists) await net.slow
    return known[path]?.()
  })
  const local = createLocalApp(tabOf(newPhone(), { fetch: server.fetch }).env)
  const { result } = renderHook(
    () => ({ list: useListings(query), car: useCar('slug-c1'), put: useCommand('enquiry.send') }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <LocalProvider local={local}>{children}</LocalProvider>
      ),
    },
  )
  await waitFor(() => {
    expect([result.current.list.source, result.current.car.source]).toEqual(['network', 'network'])
  })
  const clock = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => clock() + 60_000)
  net.signal = false
  act(() => result.current.car.refresh())
  await waitFor(() => expect(local.connection.get().state).toBe('offline'))
  await waitFor(() => expect(result.current.car.refreshing).toBe(false))
  return { net, server, local, result }
}
/** Returns the requests when person and network come back to the page; the list is slow. */
async function comeBack({ net, server, local, result }: Awaited<ReturnType<typeof lostSignal>>, times = 1) {
  let answer = () => {}
  net.slow = new Promise((resolve) => (answer = resolve))
  net.signal = true
  const before = server.calls.length
  const requested = () => server.calls.slice(before).map(({ path }) => path)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(requested()).toContain(lists))
  await waitFor(() => expect(local.connection.get().state).toBe('online'))
  await act(() => turns(100))
  await waitFor(() => expect(requested().filter((path) => path === lists)).toHaveLength(times))
  answer()
  await waitFor(() => expect(result.current.list.refreshing).toBe(false))
  return requested().filter((path) => path === lists || path === cars)
}

test('Coming back to the page and to the signal fetches what is shown once', async () => {
  expect(await comeBack(await lostSignal())).toEqual([lists, cars])
})

test('A list requested before what waits was sent is requested again [S32]', async () => {
  const on = await lostSignal()
  await act(() => on.result.current.put(enquiry('c1')))
  expect(await comeBack(on, 2)).toContain(lists)
})
