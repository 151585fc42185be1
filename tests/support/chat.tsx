import { render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import type {
  ChatActions,
  ChatList,
  ChatSummary,
  ChosenPicture,
  Conversation,
  ShownMessage,
} from '#local/react'
import { ChatPanes } from '../../src/features/chat/chat-screen.tsx'
import { samplePerson, settingsServer, tokenOf } from './shell.tsx'
import { OnStage, type Server, stage } from './stage.tsx'
import type { Env } from '#local'

/** Renders the chat screen over given data, and records all requests. */

/** Thursday, 12 March 2026, 14:05 in the time zone of this phone. */
export const chatNow = new Date(2026, 2, 12, 14, 5).getTime()
const minute = 60_000

export const seller = { _id: 'seller-1', fullname: 'Okafor Motors', avatarurl: '' }
export const aboutCar = {
  _id: 'car-1',
  slug: 'fortuner-1',
  title: '2021 Toyota Fortuner 2.8 GD-6',
  price: 549_900,
  image: '',
  status: 'active' as const,
  creator: seller._id,
}

let count = 0
/** Returns a message of the other person, sent a minute ago. */
export function message(text: string, change: Partial<ShownMessage> = {}): ShownMessage {
  count += 1
  return { id: `m${count}`, mine: false, text, at: chatNow - minute, state: 'received', ...change }
}
export const own = (text: string, change: Partial<ShownMessage> = {}): ShownMessage =>
  message(text, { mine: true, state: 'sent', ...change })

export const summary = (change: Partial<ChatSummary> = {}): ChatSummary => ({
  other: seller,
  lastText: 'Yes, it is.',
  lastIsPicture: false,
  lastIsMine: false,
  lastState: 'received',
  at: chatNow - minute,
  unread: false,
  muted: false,
  blocked: false,
  ...change,
})

interface Given {
  /** Environment of the phone, for example a database from an earlier visit. */
  env?: Partial<Env>
  address?: string
  /** Width of the window in pixels. */
  width?: number
  list?: Partial<ChatList>
  conversation?: Partial<Conversation>
  send?: ChatActions['send']
  choose?: ChatActions['choose']
  /** Pictures stored on the phone; newly chosen ones are added, and sent ones removed. */
  chosen?: ChosenPicture[]
  set?: ChatActions['set']
  server?: Server
}

export function openChat(given: Given = {}) {
  window.happyDOM?.setViewport({ width: given.width ?? 1280, height: 900 })
  window.history.replaceState(null, '', given.address ?? `/chat?with=${seller._id}`)
  const on = stage(given.server ?? settingsServer, {
    now: () => chatNow,
    ...given.env,
    localStorage: {
      getItem: (key) =>
        key === 'authentication-token' ? tokenOf({ ...samplePerson, is_subscriber: true }) : null,
      setItem: () => undefined,
      removeItem: () => undefined,
    },
  })
  const calls: [name: string, ...given: unknown[]][] = []
  const call =
    (name: string) =>
    (...words: unknown[]) =>
      void calls.push([name, ...words])
  const list: ChatList = {
    chats: [summary()],
    live: true,
    known: true,
    storeEmpty: false,
    asOf: undefined,
    failed: false,
    retry: call('retry'),
    ...given.list,
  }
  const conversation: Conversation = {
    person: seller,
    car: aboutCar,
    muted: false,
    blocked: false,
    live: true,
    known: true,
    gone: false,
    messages: [message('Yes, it is.')],
    firstUnread: undefined,
    loadOlder: call('loadOlder'),
    older: 'none',
    markRead: call('markRead'),
    ...given.conversation,
  }
  const chosen = given.chosen ?? []
  const unchoose = (imageId: string | undefined) => {
    const place = chosen.findIndex((one) => one.imageId === imageId)
    if (place >= 0) chosen.splice(place, 1)
  }
  const actions: ChatActions = {
    async send(...words) {
      call('send')(...words)
      const result = (await given.send?.(...words)) ?? ({ ok: true, id: 'sent', kept: true } as const)
      if (result.ok) unchoose(words[1].picture)
      return result
    },
    async choose(...words) {
      call('choose')(...words)
      const [, file] = words
      const result = (await given.choose?.(...words)) ?? ({ ok: true, imageId: `img-${file.name}` } as const)
      if (result.ok) chosen.push({ imageId: result.imageId, name: file.name, thumb: file })
      return result
    },
    chosen: () => Promise.resolve([...chosen]),
    unchoose(...words) {
      call('unchoose')(...words)
      unchoose(words[1])
      return Promise.resolve()
    },
    set(...words) {
      call('set')(...words)
      return given.set?.(...words) ?? Promise.resolve(true)
    },
  }
  type Change = { list?: Partial<ChatList>; conversation?: Partial<Conversation> }
  const changes = new EventTarget()
  function Screen() {
    const other = new URLSearchParams(useSearch()).get('with') ?? undefined
    const [now, setNow] = useState({ list, conversation })
    useEffect(() => {
      const take = (event: Event) => {
        const next = (event as CustomEvent<Change>).detail
        setNow((before) => ({
          list: { ...before.list, ...next.list },
          conversation: { ...before.conversation, ...next.conversation },
        }))
      }
      changes.addEventListener('change', take)
      return () => changes.removeEventListener('change', take)
    }, [])
    return <ChatPanes other={other} list={now.list} conversation={now.conversation} actions={actions} />
  }
  const view = render(
    <OnStage local={on.local}>
      <Screen />
    </OnStage>,
  )
  return {
    ...on,
    ...view,
    calls: (name: string) => calls.filter(([called]) => called === name).map(([, ...words]) => words),
    change: (next: Change) => void changes.dispatchEvent(new CustomEvent('change', { detail: next })),
  }
}
