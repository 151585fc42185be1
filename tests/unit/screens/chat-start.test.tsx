import { fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import { useUnreadChats } from '#local/react'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { sampleCreator, sampleNow, sampleReply } from '../../support/sample-car.ts'
import { samplePerson, settingsServer, tokenOf, type Person } from '../../support/shell.tsx'
import {
  nothing,
  OnStage,
  refused,
  stage,
  type StageCall,
  type Reply,
  type Server,
} from '../../support/stage.tsx'
import { turns } from '../../support/turns.ts'

const chatPath = 'chat/save-chat-info'
const opening = 'Hi, I want to know about the car titled 2021 Toyota Fortuner 2.8 GD-6 that you posted.'
const sent: Reply = { body: { success: true, msg: 'Message request sent.' } }

/** Returns a server that answers every call, and chat calls as given. */
const serverWith =
  (chat: (asked: StageCall) => Reply): Server =>
  (asked) =>
    asked.path === chatPath
      ? chat(asked)
      : (settingsServer(asked) ?? refused(404, 'unknown_route', 'There is no such call.'))

const held = (person: Person | undefined) => {
  const map = new Map(person ? [['authentication-token', tokenOf(person)]] : [])
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

interface Opened {
  /** The signed-in person; 'nobody' for a guest. */
  person?: Person | 'nobody'
  server?: Server
  car?: Partial<CarDetail>
}
function open({ person = samplePerson, server = serverWith(() => sent), car = {} }: Opened = {}) {
  const given = sampleReply(car)
  const address = `/listing/${given.data.slug}`
  window.history.replaceState(null, '', address)
  const on = stage(server, {
    now: () => sampleNow,
    localStorage: held(person === 'nobody' ? undefined : person),
  })
  render(
    <OnStage local={on.local}>
      <Route path="/listing/:slug">
        <CarDetailScreen given={given} />
      </Route>
    </OnStage>,
  )
  return { ...on, address, chats: () => on.asked.filter(({ path }) => path === chatPath) }
}
const button = (name: string | RegExp = 'Chat with the dealer') =>
  within(screen.getByRole('region', { name: 'Seller' })).getByRole('button', { name })
async function openDialog() {
  await userEvent.click(button())
  return within(await screen.findByRole('dialog', { name: 'Chat with the dealer' }))
}
const send = () => screen.getByRole('button', { name: 'Send' })
const at = () => location.pathname + location.search

describe('A chat is begun from the page of a car', () => {
  test('in a dialog that shows who gets which words, and Cancel sends nothing [R-CAR-12 R-STATE-21 R-STATE-22]', async () => {
    const on = open()
    const dialog = await openDialog()
    expect(dialog.getByText('Okafor Motors gets this message:')).toBeTruthy()
    expect(dialog.getByText(opening)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chat with the dealer' })).toBeNull())
    expect([on.chats(), at()]).toEqual([[], on.address])
  })

  test('which is called after what the seller is [R-CAR-12]', () => {
    open({ car: { creator: { ...sampleCreator, kind: 'private' } } })
    expect(button('Chat with the seller')).toBeTruthy()
  })

  test('and not for a car that is sold', () => {
    open({ car: { status: 'sold' } })
    expect(screen.queryByRole('button', { name: /^Chat with/ })).toBeNull()
  })

  test('by a signed-in person; a guest logs in and then returns to the car [R-STATE-16]', async () => {
    const on = open({ person: 'nobody' })
    await userEvent.click(button())
    expect(at()).toBe(`/login?next=${encodeURIComponent(on.address)}`)
    expect(on.chats()).toEqual([])
  })

  test('but not with oneself, which the page says without asking the server [R-STATE-17 R-ERR-10]', async () => {
    const on = open({ person: { ...samplePerson, id: sampleCreator._id } })
    await userEvent.click(button())
    expect(await screen.findByText('You cannot send message to yourself.')).toBeTruthy()
    expect([on.chats(), screen.queryByRole('dialog', { name: /^Chat/ })]).toEqual([[], null])
  })

  test.each([
    ['somebody without a plan to the plans', false, '/subscriptions'],
    ['a subscriber to the chat with that seller', true, `/chat?with=${sampleCreator._id}`],
  ])(
    'and leads %s once the server has it, with the news [R-ROLE-07 R-STATE-18 R-STATE-20 R-STATE-24 R-ERR-25]',
    async (_, is_subscriber, to) => {
      const on = open({ person: { ...samplePerson, is_subscriber } })
      await openDialog()
      fireEvent.click(send())
      // The message is on its way: the page does not report success yet, and a second tap sends nothing.
      expect(send().getAttribute('aria-busy')).toBe('true')
      expect(screen.queryByText('Message request sent.')).toBeNull()
      fireEvent.click(send())
      expect(await screen.findByText('Message request sent.')).toBeTruthy()
      await waitFor(() => expect(at()).toBe(to))
      expect(on.chats().map(({ body }) => body)).toEqual([{ receiver: sampleCreator._id, car_id: 'car-1' }])
      // Back leads to the car, not to the finished dialog.
      expect(history.state).not.toMatchObject({ overlay: 'chat' })
    },
  )

  test('and whoever closes the dialog meanwhile hears of it where they are', async () => {
    const on = open()
    const dialog = await openDialog()
    fireEvent.click(send())
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Message request sent.')).toBeTruthy()
    expect(at()).toBe(on.address)
  })
})

describe('When the message does not get through', () => {
  test('a refusal is told in the words of the server, and the dialog stays [R-ERR-09]', async () => {
    const on = open({ server: serverWith(() => refused(410, 'gone', 'Sold a minute ago.')) })
    const dialog = await openDialog()
    await userEvent.click(send())
    // The alert region exists from the start.
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('Sold a minute ago.'))
    expect([at(), screen.queryByText('Message request sent.')]).toEqual([on.address, null])
  })

  test('a login that ran out leads to the login and back here', async () => {
    const on = open({ server: serverWith(() => refused(401, 'unauthenticated', 'Please sign in.')) })
    await openDialog()
    await userEvent.click(send())
    await waitFor(() => expect(at()).toBe(`/login?next=${encodeURIComponent(on.address)}`))
  })

  test('the offline page says that nothing was sent and sends it on retry', async () => {
    const on = open({ server: nothing })
    const dialog = await openDialog()
    await waitFor(() => expect(on.local.connection.get().state).not.toBe('online'))
    await userEvent.click(send())
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toMatch(/^Nothing was sent: .*Try again/),
    )
    expect(on.chats()).toEqual([])
    on.serve(serverWith(() => sent))
    await userEvent.click(send())
    expect(await screen.findByText('Message request sent.')).toBeTruthy()
    expect(on.chats()).toHaveLength(1)
  })

  test('a lost answer is not called a failure, and a retry sends no duplicate', async () => {
    let answer: Reply
    const on = open({ server: serverWith(() => answer) })
    const dialog = await openDialog()
    await userEvent.click(send())
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/not certain .* only once/))
    // Even without any network the message may have arrived.
    on.serve(nothing)
    await userEvent.click(send())
    await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull())
    expect(dialog.getByRole('alert').textContent).toMatch(/not certain/)
    answer = sent
    on.serve(serverWith(() => answer))
    await userEvent.click(send())
    expect(await screen.findByText('Message request sent.')).toBeTruthy()
    const keys = on.chats().map((asked) => asked.headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/.+/)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('The news that somebody wrote', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const face = (_id: string) => ({ _id, fullname: _id, avatarurl: '' })
  const chat = (unread: boolean) => ({
    _id: 'user-1_user-9',
    sender: face('user-9'),
    reciever: face('user-1'),
    unread,
    updated_at: '2026-03-12T11:00:00.000Z',
    muted: false,
    blocked: false,
  })
  const listServer =
    (unread: () => boolean): Server =>
    (asked) =>
      asked.path === 'chat/my-chat-list'
        ? { body: { success: true, msg: 'Success', data: [chat(false), chat(unread())] } }
        : // A call without a response would count as a lost network, and the app repeats all calls once the network is back.
          (settingsServer(asked) ?? refused(404, 'not_found', 'No.'))
  function hearing(server: Server, env: Parameters<typeof stage>[1] = {}) {
    const on = stage(server, { localStorage: held(samplePerson), ...env })
    const { result, unmount } = renderHook(() => useUnreadChats(), {
      wrapper: ({ children }: { children: ReactNode }) => <OnStage local={on.local}>{children}</OnStage>,
    })
    const calls = () => on.asked.filter(({ path }) => path === 'chat/my-chat-list').length
    return { ...on, unread: () => result.current, calls, unmount }
  }

  test('comes when the page is looked at again, at most once a minute [R-NAV-36]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let unread = false
    const on = hearing(listServer(() => unread))
    await waitFor(() => expect(on.calls()).toBe(1))
    // The work after the first response ends before time passes.
    await (await on.local.load()).drained()
    await turns()
    unread = true
    vi.setSystemTime(Date.now() + 50_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await turns()
    expect([on.calls(), on.unread()]).toEqual([1, 0])
    vi.setSystemTime(Date.now() + 11_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect([on.calls(), on.unread()]).toEqual([2, 1]))
  })

  test('is known without signal as well, from what this phone heard last [R-NAV-36]', async () => {
    const phone = { indexedDB: new IDBFactory(), localStorage: held(samplePerson) }
    const first = hearing(
      listServer(() => true),
      phone,
    )
    await waitFor(() => expect(first.unread()).toBe(1))
    await waitFor(async () =>
      expect(await (await first.local.phone()).mine('chats')).toMatchObject({
        value: [{}, { unread: true }],
      }),
    )
    first.unmount()
    const later = hearing(nothing, phone)
    await waitFor(() => expect(later.unread()).toBe(1))
  })
})
