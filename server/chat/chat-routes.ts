import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { type ChatEntry, chatRoutes, noChats } from '#contract/chat/chat.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { askSeller } from './ask-seller.ts'
import {
  carsAbout,
  type Party,
  peopleOf,
  heldPeople,
  chatSettingsOf,
  haveChat,
  savePersonReport,
  setSetting,
} from './people-store.ts'
import type { ServerChatStore } from './chat-store.ts'
import { mountChatToken } from './firestore/firestore-chats.ts'
import { mountConversation } from './conversation-routes.ts'
import { chatStoreOf } from './store-of.ts'
import { mountStream } from './stream-route.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import { takeTurn, throttleKey } from '../users/sign-in/throttle.ts'
import { queueBlocks } from './firestore/deliveries.ts'

export function mountChat(
  app: FastifyInstance,
  mount: Mount,
  deps: Deps,
  o: { limits: boolean; store?: ServerChatStore },
): void {
  const { store = chatStoreOf(deps) } = o
  mountConversation(mount, deps, store)
  mountStream(app, deps, { ...o, store })
  mountChatPeople(mount, deps, store)
  mount(chatRoutes.saveChatInfo, async ({ body, user, sql }) => {
    await askSeller(sql, deps, { store, asker: user.id, ...body })
    return { ...ok, msg: 'Message request sent.' }
  })

  mountChatToken(mount, deps)
  mount(chatRoutes.myChatList, async ({ user, sql }) => {
    const data = await listFor(sql, store, user.id)
    return { ...ok, msg: data.length > 0 ? 'Success' : noChats, data }
  })
}

const faceOf = ({ _id, fullname, avatarurl }: Party) => ({ _id, fullname, avatarurl })

const nothing = { muted: false, blocked: false }

async function listFor(sql: Sql, store: ServerChatStore, user: string): Promise<ChatEntry[]> {
  const chats = await store.chatsOf(sql, user, limits.maxLimit)
  const settings = await chatSettingsOf(sql, user)
  const people = await peopleOf(sql, [...new Set(chats.flatMap((c) => [c.sender, c.receiver]))])
  const cars = await carsAbout(sql, [...new Set(chats.flatMap((c) => c.car ?? []))])
  return chats.flatMap((chat): ChatEntry[] => {
    const [sender, receiver] = [people.get(chat.sender), people.get(chat.receiver)]
    // The person deleted their account between the two queries.
    if (!sender || !receiver) return []
    const { muted, blocked } = settings.get(chat.sender === user ? receiver._id : sender._id) ?? nothing
    const car = cars.get(chat.car ?? '')
    return [
      {
        _id: chat.key,
        sender: faceOf(sender),
        reciever: faceOf(receiver),
        unread: !chat.receiverHasRead && chat.sender !== user,
        updated_at: chat.updated_at.toISOString(),
        ...(car && { car }),
        muted,
        blocked,
      },
    ]
  })
}

/** Rate limit of reports per person: ten at once, then ten a day. */
const reportPace = { burst: 10, every: 8640 }
const noPerson = () => new AppError('not_found', { msg: 'There is no such person.' })

/** Mounts the calls by which a person mutes, blocks or reports another. */
function mountChatPeople(mount: Mount, deps: Deps, store: ServerChatStore): void {
  mount(conversationRoutes.setChat, async ({ body, user, sql }) => {
    const { other, blocked } = body
    if (other === user.id) throw new AppError('to_yourself')
    const people = await heldPeople(sql, [user.id, other])
    if (!people.has(user.id)) throw new AppError('unauthenticated')
    const data = await setSetting(sql, { ...body, user: user.id, now: deps.now() })
    if (!data) throw noPerson()
    if (store.kind === 'firestore' && blocked !== undefined)
      await queueBlocks(sql, user.id, other, deps.now())
    return { ...ok, data }
  })

  mount(conversationRoutes.reportPerson, async ({ body, user, sql }) => {
    const { person, reason, words } = body
    if (person === user.id) throw new AppError('to_yourself', { msg: 'You cannot report yourself.' })
    const people = await heldPeople(sql, [user.id, person])
    if (!people.has(user.id)) throw new AppError('unauthenticated')
    // Without a chat the response must not reveal whether an account exists. A transaction cannot query Firestore.
    const haveOne = store.kind === 'firestore' || (await haveChat(sql, user.id, person))
    if (!people.has(person) || !haveOne) throw noPerson()
    const now = deps.now()
    const key = throttleKey(deps.config.authSecret, 'report-person', user.id)
    const retryAfter = await takeTurn(sql, key, reportPace, now)
    if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
    const report = { id: deps.newId(), reporter: user.id, person, reason, words, now }
    return { ...ok, msg: 'Thank you. We will look at this.', data: await savePersonReport(sql, report) }
  })
}
