// Live queries need the browser's database, so this import precedes that of Dexie.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { listingDefaults } from '#catalogue'
import { readListQuery } from '#contract/list-query.ts'
import { createLocalApp } from '#local'
import { LocalProvider, useCatalogueCounts, useListings, useReplica } from '#local/react'
import { world } from '../../support/cars.ts'
import { FakeFeed } from '../../support/fake-feed.ts'
import { replicaWorkerOf } from '../../support/local-replica.ts'
import { card, newPhone, serverOf, tabOf } from '../local/page.ts'

const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})
const cars = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    card(`car-${n}`, { price: n, created_at: new Date(Date.parse('2026-01-01') + n * 60_000).toISOString() }),
  )
const query = readListQuery({ min_price: 2, limit: 2, facets: true })

/** Returns a phone with the feed of a server whose searches can be switched off. */
async function stage() {
  const feed = new FakeFeed()
  feed.put(...cars(5))
  const net = { searches: false }
  feed.reference = world
  const rest = serverOf(({ path }) =>
    path === 'cars/get-car-list' && net.searches
      ? { body: { data: [card('other')], count_records: 9, as_of: new Date(feed.now).toISOString() } }
      : undefined,
  )
  const tab = tabOf(newPhone(), {
    fetch: (url, init) => (/sync\/catalogue|common\/|city_state\//.test(url) ? feed : rest).fetch(url, init),
    now: () => feed.now,
    capabilities: { replica: { spawn: () => replicaWorkerOf(tab.env), savesData: () => false } },
  })
  const local = createLocalApp(tab.env)
  await local.load()
  closing.push(() => local.engine.get()?.close())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LocalProvider local={local}>{children}</LocalProvider>
  )
  return { feed, net, local, wrapper }
}

test('An offline search counts the phone’s cars, states its scope and follows every sync [R-PWA-33 R-PWA-35 I22]', async () => {
  const { feed, wrapper, local } = await stage()
  const { result } = renderHook(() => ({ list: useListings(query), market: useReplica() }), { wrapper })
  await act(async () => {
    expect(await result.current.market.refresh()).toBe(true)
  })
  await waitFor(() => expect(result.current.list.data?.count_records).toBe(3))
  const { data, source, scope } = result.current.list
  expect(data?.data.map((c) => c._id)).toEqual(['car-4', 'car-3'])
  expect(data?.facets?.make).toEqual([{ value: 'Audi', count: 3 }])
  expect([source, scope?.searched, scope?.of]).toEqual(['phone', 5, 5])
  await waitFor(() => expect(result.current.market.status).toMatchObject({ state: 'ready', searched: 5 }))
  // The list receives changes through the part of the app that follows the database.
  await waitFor(() => expect(local.engine.get()).toBeDefined())
  feed.now += 60_000
  feed.put(card('car-9', { price: 9, created_at: new Date(feed.now).toISOString() }))
  await waitFor(async () => {
    await act(async () => {
      await result.current.market.refresh()
    })
    expect(result.current.list.data?.data[0]?._id).toBe('car-9')
  })
  expect(result.current.list.scope).toMatchObject({ searched: 6, of: 6 })
})

test('The server’s answer to a search replaces the phone’s and has no scope', async () => {
  const { net, wrapper } = await stage()
  net.searches = true
  const { result } = renderHook(() => ({ list: useListings(query), market: useReplica() }), { wrapper })
  await act(async () => {
    await result.current.market.refresh()
  })
  await waitFor(() => expect(result.current.list.source).toBe('network'))
  expect(result.current.list.data?.count_records).toBe(9)
  expect(result.current.list.scope).toBeUndefined()
})

test('Searches are counted on this phone alone, and again after a new sync', async () => {
  const { feed, wrapper, net, local } = await stage()
  net.searches = true
  const searches = [listingDefaults, { ...listingDefaults, max_price: 1 }]
  const { result } = renderHook(() => ({ counts: useCatalogueCounts(searches), market: useReplica() }), {
    wrapper,
  })
  expect(result.current.counts).toEqual([])
  await act(async () => void (await result.current.market.refresh()))
  const some = (...all: number[]) => all.map((cars) => ({ cars, atLeast: false }))
  await waitFor(() => expect(result.current.counts).toEqual(some(5, 2)))
  feed.now += 60_000
  feed.put(card('car-new', { price: 1 }))
  await act(async () => void (await result.current.market.refresh()))
  await waitFor(() => expect(result.current.counts).toEqual(some(6, 3)))
  expect(local.engine.get()).toBeDefined()
})

test('Searches are counted one after the other', async () => {
  const { feed, wrapper, local } = await stage()
  feed.put(card('car-new', { price: 1 }))
  const { phone } = await local.load()
  const { listings } = phone
  let running = 0
  let most = 0
  vi.spyOn(phone, 'listings').mockImplementation(async (asked) => {
    most = Math.max(most, ++running)
    return listings(asked).finally(() => running--)
  })
  const searches = [
    listingDefaults,
    { ...listingDefaults, max_price: 1 },
    { ...listingDefaults, max_price: 2 },
  ]
  const { result } = renderHook(() => ({ counts: useCatalogueCounts(searches), market: useReplica() }), {
    wrapper,
  })
  await act(async () => void (await result.current.market.refresh()))
  await waitFor(() => expect(result.current.counts).toHaveLength(3))
  expect(most).toBe(1)
})
