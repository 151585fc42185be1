// Live queries need the browser's database, so this import precedes that of Dexie.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { createLocalApp } from '#local'
import {
  LocalProvider,
  useChatActions,
  useChats,
  useConversation,
  useFormDraft,
  useUnreadChats,
} from '#local/react'
import { addUnreadCount, writeHead } from '../../../src/app/navigation/browser-head.ts'
import { change, chatServer, delta, full, me, message, messages } from '../local/chat-server.ts'
import { newPhone, tabOf, tokenFor, type Call, type Phone, type Reply } from '../local/page.ts'

const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})
const person = (_id: string) => ({ _id, fullname: `Name of ${_id}`, avatarurl: '' })
const entry = (other: string, more = {}) => ({
  _id: `${me}_${other}`,
  sender: person(other),
  reciever: person(me),
  unread: true,
  updated_at: new Date().toISOString(),
  muted: false,
  blocked: false,
  ...more,
})

function stage(o: { phone?: Phone; plan?: boolean; listed?: object[]; refuseList?: boolean } = {}) {
  const phone = o.phone ?? newPhone()
  const net = { accept: true, muted: false }
  const server = chatServer(({ path, body }: Call): Reply => {
    if (path === 'chat/my-chat-list')
      return o.refuseList
        ? { status: 503, body: { success: false, msg: '', code: 'unavailable' } }
        : { body: { data: o.listed ?? [entry('bob', { muted: net.muted })] } }
    if (path === 'chat/set') {
      net.muted = body['muted'] === true
      return { body: { data: { muted: net.muted, blocked: false } } }
    }
    if (path.startsWith('chat/older/bob/')) {
      const before = Number(path.split('/').at(-1))
      return { body: { data: messages(Math.max(1, before - 50), before - 1) } }
    }
    if (path === 'chat/send-message' && net.accept)
      return { body: { data: { _id: body['client_ref'], n: 1000 } } }
    return path.startsWith('chat/') ? undefined : { body: { data: [] } }
  })
  const tab = tabOf(phone, { fetch: server.fetch })
  phone.lasting.setItem(
    'authentication-token',
    tokenFor(me, Date.now() + 1e9, { is_subscriber: o.plan ?? true }),
  )
  const local = createLocalApp(tab.env)
  closing.push(() => local.engine.get()?.close())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LocalProvider local={local}>{children}</LocalProvider>
  )
  const hook = () =>
    renderHook(
      () => ({
        list: useChats(),
        open: useConversation('bob'),
        acts: useChatActions(),
        draft: useFormDraft<{ text: string }>('chat:bob'),
        unread: useUnreadChats(),
      }),
      { wrapper },
    )
  const listening = () => waitFor(() => expect(server.open().length).toBe(1))
  return { phone, net, server, local, wrapper, hook, listening }
}

describe('A conversation', () => {
  test('shows each message once, waiting ones last, and where the reader stopped', async () => {
    const { server, net, hook, listening } = stage()
    const { result } = hook()
    await listening()
    expect(result.current.list).toMatchObject({ known: false, live: false, chats: [] })
    await act(() => server.last().tell(full(1, [change('bob', messages(1, 5), { own_read_to: 1 })])))
    await waitFor(() => expect(result.current.open.person?.fullname).toBe('Name of bob'))
    expect(result.current.open.messages.map(({ text }) => text)).toEqual(messages(1, 5).map((m) => m.message))
    expect([result.current.open.firstUnread, result.current.unread]).toEqual(['m3-bob', 1])
    net.accept = false
    act(() => {
      result.current.draft.save({ text: ' Hello\u202e ' })
    })
    await act(async () => {
      expect(await result.current.acts.send('bob', { text: ' Hello\u202e ' })).toMatchObject({ ok: true })
      result.current.draft.clear()
    })
    await waitFor(() =>
      expect(result.current.open.messages.at(-1)).toMatchObject({
        text: 'Hello',
        mine: true,
        state: 'waiting',
      }),
    )
    expect(result.current.list.chats[0]).toMatchObject({ lastText: 'Hello', lastState: 'waiting' })
    const { id } = result.current.open.messages.at(-1) ?? { id: '' }
    const came = { ...message(6, me, 'Hello'), id }
    await act(() => server.last().tell(delta(2, 1, [change('bob', [came], { delivered_to: 6 })])))
    await waitFor(() => expect(result.current.open.messages.at(-1)).toMatchObject({ id, state: 'delivered' }))
    expect(result.current.open.messages.filter((one) => one.id === id)).toHaveLength(1)
    expect(result.current.open.firstUnread).toBe('m3-bob')
  })
  test('gets its older messages page by page until the first one [R-CHAT-16]', async () => {
    const { server, hook, listening } = stage()
    const { result } = hook()
    await listening()
    await act(() => server.last().tell(full(1, [change('bob', messages(81, 90))])))
    await waitFor(() => expect(result.current.open.older).toBe('more'))
    for (const first of [31, 1]) {
      act(() => {
        result.current.open.loadOlder()
      })
      await waitFor(() => expect(result.current.open.messages[0]?.id).toBe(messages(first, first)[0]?.id))
    }
    expect(result.current.open.older).toBe('none')
    expect(result.current.open.messages).toHaveLength(90)
  })
  test('keeps every message in sight while newer ones come after older ones were loaded [R-CHAT-16]', async () => {
    const { server, hook, listening } = stage()
    const { result } = hook()
    await listening()
    await act(() => server.last().tell(full(1, [change('bob', messages(51, 150))])))
    await waitFor(() => expect(result.current.open.older).toBe('more'))
    act(() => {
      result.current.open.loadOlder()
    })
    await waitFor(() => expect(result.current.open.messages).toHaveLength(150))
    const ids = (to: number) => messages(1, to).map(({ id }) => id)
    for (const last of [151, 152]) {
      await act(() => server.last().tell(delta(last, 1, [change('bob', messages(last, last))])))
      await waitFor(() => expect(result.current.open.messages.map(({ id }) => id)).toEqual(ids(last)))
    }
    // More messages arrived than one event contains.
    await act(() => server.last().tell(delta(400, 1, [change('bob', messages(301, 400), { whole: true })])))
    await waitFor(() => expect(result.current.open.messages).toHaveLength(100))
    expect(result.current.open.older).toBe('more')
  })
  test('is read for the badge as soon as it was seen [R-CHAT-08 R-NAV-36]', async () => {
    const { server, hook, listening } = stage()
    const { result } = hook()
    await listening()
    await act(() => server.last().tell(full(1, [change('bob', messages(1, 5))])))
    await waitFor(() => expect(result.current.unread).toBe(1))
    act(() => {
      result.current.open.markRead()
    })
    await waitFor(() => expect(result.current.unread).toBe(0))
    expect(result.current.list.chats[0]?.unread).toBe(false)
    await waitFor(() => expect(server.to('chat/mark').map(({ body }) => body['as'])).toContain('read'))
  })
  test('that is muted counts no more, as soon as the server has agreed', async () => {
    const { server, hook, listening } = stage()
    const { result } = hook()
    await listening()
    await act(() => server.last().tell(full(1, [change('bob', messages(1, 5))])))
    await waitFor(() => expect(result.current.unread).toBe(1))
    await act(async () => expect(await result.current.acts.set('bob', { muted: true })).toBe(true))
    await waitFor(() => expect([result.current.open.muted, result.current.unread]).toEqual([true, 0]))
  })
})

test('A chat one comes back to is marked from what is new since', async () => {
  const { server, wrapper, listening } = stage()
  const { result, rerender } = renderHook(({ other }) => useConversation(other), {
    wrapper,
    initialProps: { other: 'bob' as string | undefined },
  })
  await listening()
  await act(() => server.last().tell(full(1, [change('bob', messages(1, 5), { own_read_to: 3 })])))
  await waitFor(() => expect(result.current.firstUnread).toBe('m5-bob'))
  act(() => result.current.markRead())
  rerender({ other: undefined })
  await act(() => server.last().tell(delta(2, 1, [change('bob', messages(6, 7), { own_read_to: 5 })])))
  rerender({ other: 'bob' })
  await waitFor(() => expect(result.current.firstUnread).toBe('m7-bob'))
})

test('What is typed while a message is being stored stays in the draft', async () => {
  const { local, wrapper } = stage()
  const { result } = renderHook(() => useChatActions(), { wrapper })
  const { drafts } = await local.load()
  const left = async (drafted: string, sent: string) => {
    await drafts.save('chat:bob', { text: drafted })
    expect(await result.current.send('bob', { text: sent })).toMatchObject({ ok: true })
    return drafts.read('chat:bob')
  }
  expect(await left('Hello\nAnd the price?', 'Hello')).toEqual({ text: 'Hello\nAnd the price?' })
  expect(await left('Hello', 'Hello')).toBeUndefined()
})

describe('The list of chats', () => {
  test('reports failure while unknown, and opens offline once it was loaded [R-CHAT-10]', async () => {
    const first = stage()
    first.server.o.signal = false
    const failing = first.hook()
    await waitFor(() => expect(failing.result.current.list.failed).toBe(true))
    first.server.o.signal = true
    act(() => {
      failing.result.current.list.retry()
    })
    await first.listening()
    await act(() => first.server.last().tell(full(1, [change('bob', messages(1, 5))])))
    await waitFor(() => expect(failing.result.current.list.chats).toHaveLength(1))
    cleanup()
    first.local.engine.get()?.close()
    const next = stage({ phone: first.phone })
    next.server.o.signal = false
    const { result } = next.hook()
    await waitFor(() => expect(result.current.list.chats[0]?.other.fullname).toBe('Name of bob'))
    expect(result.current.list).toMatchObject({ known: true, live: false, failed: false })
    expect([result.current.open.messages.length, result.current.unread]).toEqual([5, 0])
  })
  test('says when the store has none of the chats that the server names [R-CHAT-09 R-CHAT-12]', async () => {
    const { server, hook, listening } = stage()
    const { result } = hook()
    await listening()
    await act(() => server.last().tell(full(1, [])))
    await waitFor(() => expect(result.current.list).toMatchObject({ storeEmpty: true, known: true }))
  })
})

test('A chat counts as gone only when the server’s list arrives without it', async () => {
  const failing = stage({ refuseList: true })
  const { result } = failing.hook()
  await failing.listening()
  await act(() => failing.server.last().tell(full(1, [])))
  await waitFor(() => expect(result.current.list).toMatchObject({ live: true, known: true }))
  expect(result.current.open).toMatchObject({ person: undefined, messages: [], gone: false })
  cleanup()
  const heard = stage({ listed: [] })
  const after = heard.hook()
  await heard.listening()
  await act(() => heard.server.last().tell(full(1, [])))
  await waitFor(() => expect(after.result.current.open.gone).toBe(true))
})

test('The open chat with a deleted account counts as gone, with what was sent', async () => {
  const o = { listed: [entry('bob')] as object[] }
  const { server, hook, listening } = stage(o)
  const { result } = hook()
  await listening()
  await act(() => server.last().tell(full(1, [change('bob', messages(1, 5))])))
  await waitFor(() => expect(result.current.open.person?.fullname).toBe('Name of bob'))
  o.listed = []
  await act(() => server.last().tell(full(2, [])))
  await waitFor(() => expect(result.current.open.gone).toBe(true))
  expect(result.current.list.chats).toEqual([])
})

test('A message that waits for a deleted account is in a chat that opens', async () => {
  const { server, net, hook, listening } = stage({ listed: [] })
  const { result } = hook()
  await listening()
  net.accept = false
  await act(() => server.last().tell(full(1, [])))
  await act(() => result.current.acts.send('bob', { text: 'Hello' }))
  await waitFor(() => expect(result.current.open.messages).toHaveLength(1))
  expect(result.current.open).toMatchObject({ gone: false, person: { _id: 'bob', fullname: '' } })
})

describe('The title of the document', () => {
  test('says how many chats hold an unread message, on every page', () => {
    document.title = addUnreadCount('Motorkin', 2)
    expect(document.title).toBe('(2) Motorkin')
    writeHead(document, { title: 'Saved' }, { brand: 'Motorkin', mostDescription: 160 })
    expect(document.title).toBe('(2) Saved | Motorkin')
    document.title = addUnreadCount(document.title, 0)
    expect(document.title).toBe('Saved | Motorkin')
  })
})

test('Without a plan the dot is what the server’s list says, without muted chats [R-NAV-36]', async () => {
  const { wrapper, server } = stage({ plan: false, listed: [entry('bob'), entry('cyn', { muted: true })] })
  const { result } = renderHook(() => useUnreadChats(), { wrapper })
  await waitFor(() => expect(result.current).toBe(1))
  expect(server.streams).toEqual([])
})
