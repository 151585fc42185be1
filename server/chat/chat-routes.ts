import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { type ChatEntry, chatRoutes, noChats } from '#contract/chat/chat.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { askSeller } from './ask-seller.ts'
import { carsAbout, type Party, peopleOf } from './askers-store.ts'
import type { ServerChatStore } from './chat-store.ts'
import { mountChatToken } from './firestore/firestore-chats.ts'
import { mountConversation } from './conversation-routes.ts'
import { mountChatPeople } from './people-routes.ts'
import { chatSettingsOf } from './people-store.ts'
import { chatStoreOf } from './store-of.ts'
import { mountStream } from './stream-route.ts'

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
    // Left between the two looks.
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
