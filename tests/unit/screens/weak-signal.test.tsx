// Live queries need the browser's database, so this import precedes that of Dexie.
import 'fake-indexeddb/auto'
import { cleanup, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { createLocalApp, type Env } from '#local'
import { LocalProvider, useListings } from '#local/react'
import { card, newPhone, serverOf, tabOf, type Call, type Phone, type Reply } from '../local/page.ts'
import { enquiry } from '../local/phone.ts'
import { turns } from '../../support/turns.ts'

const query = readListQuery({})
const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})
const page = (ids: string[]): Reply => ({
  body: { data: ids.map((id) => card(id)), count_records: ids.length, as_of: new Date().toISOString() },
})
function stage(phone: Phone, answer: (call: Call) => Reply | Promise<Reply>, env: Partial<Env> = {}) {
  const server = serverOf(answer)
  const tab = tabOf(phone, { fetch: server.fetch, ...env })
  const local = createLocalApp(tab.env)
  closing.push(() => local.engine.get()?.close())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LocalProvider local={local}>{children}</LocalProvider>
  )
  return { server, local, wrapper, ...tab }
}
/** Returns a phone that has loaded one page of cars. */
async function seenBefore() {
  const phone = newPhone()
  const { local } = stage(phone, () => page(['c1', 'c2']))
  await local.reads.listings(query)
  const engine = await local.load()
  await waitFor(async () => expect(await engine.phone.listings(query)).toBeDefined())
  engine.close()
  return phone
}
const idsOf = (reading: ReturnType<typeof useListings>) => reading.data?.data.map((car) => car._id)

test('A silent server delays no screen: saved cars show first, then its answer [S05 R-PWA-35]', async () => {
  const phone = await seenBefore()
  let speak: (reply: Reply) => void = () => undefined
  const silence = new Promise<Reply>((resolve) => {
    speak = resolve
  })
  const { wrapper, server } = stage(phone, () => silence)
  const { result } = renderHook(() => useListings(query), { wrapper })
  await waitFor(() => expect(idsOf(result.current)).toEqual(['c1', 'c2']))
  expect(result.current).toMatchObject({ source: 'phone', status: 'ready', refreshing: true })
  expect(server.to('cars/get-car-list').length).toBe(1)
  speak(page(['c3']))
  await waitFor(() => expect(idsOf(result.current)).toEqual(['c3']))
  expect(result.current).toMatchObject({ source: 'network', refreshing: false })
})

test('An offline screen shows saved cars at once while one try runs behind it [S05 R-PWA-35]', async () => {
  const phone = await seenBefore()
  const { wrapper, server, local } = stage(phone, () => undefined, { saysOnline: () => false })
  expect(local.connection.get().state).toBe('offline')
  const { result } = renderHook(() => useListings(query), { wrapper })
  await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', refreshing: false }))
  expect(idsOf(result.current)).toEqual(['c1', 'c2'])
  expect(server.to('cars/get-car-list').length).toBe(1)
})

test('When the signal returns, the outbox is sent before any screen reloads data [S32 I18]', async () => {
  const phone = newPhone()
  const o = { signal: true }
  let arrived: () => void = () => undefined
  let accept: () => void = () => undefined
  const sending = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const accepted = new Promise<void>((resolve) => {
    accept = resolve
  })
  const { wrapper, server, local } = stage(
    phone,
    async (call) => {
      if (!o.signal) return undefined
      if (call.path === 'users/send/car-enquiry-mail') {
        arrived()
        await accepted
        return { body: { data: { _id: 'e1', car_id: 'c1', created_at: new Date().toISOString() } } }
      }
      return call.path === 'cars/get-car-list' ? page(['c1']) : { body: { data: [] } }
    },
    // No time limit passes and no retry runs by itself in this test.
    { setTimeout: (work, ms) => setTimeout(work, ms <= 250 ? 0 : 1e6).unref() },
  )
  o.signal = false
  const Screen = () => useListings(query).status
  render(<Screen />, { wrapper })
  const engine = await local.load()
  await engine.put('enquiry.send', enquiry())
  await engine.drained()
  await waitFor(() => expect(local.connection.get().state).toBe('offline'))
  await waitFor(() => expect(local.views.get().outbox[0]?.state).toBe('wait'))
  const before = server.to('cars/get-car-list').length
  o.signal = true
  // Another call brings the change.
  await local.reads.brands()
  await sending
  await turns()
  expect(server.to('cars/get-car-list').length).toBe(before)
  accept()
  await waitFor(() => expect(server.to('cars/get-car-list').length).toBe(before + 1))
  expect(local.views.get().outbox[0]?.state).toBe('done')
})
