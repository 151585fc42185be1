import { chatKey } from '#contract/chat/chat.ts'
import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import { type CallWithoutSql, fieldError, type Mount, ok, type Together } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { claimImages } from '../pictures/uploads/form-images.ts'
import { messagesBefore } from './changes.ts'
import { type ServerChatStore, messageId, type MessageToAppend } from './chat-store.ts'
import { markChats } from './marks.ts'
import { needPlan, refusalsOf } from './may-write.ts'
import { addMessage, addMessages, placeOf } from './own-chats.ts'

/** Position in the response for a message in Firestore, whose real position the delivery determines. */
const carried = 0
const noPicture = () => fieldError('image', 'The picture has not arrived. Please add it again.')

/** Mounts the calls for messages; marks and older messages are for chats in the server's own database only. */
export function mountConversation(mount: Mount, deps: Deps, store: ServerChatStore): void {
  const ownOnly = () => {
    if (store.kind !== 'embedded') throw new AppError('unavailable')
  }
  /** Returns the position of a stored message; `undefined` when it is not stored. */
  const storedAt = async (sql: Sql, id: string) =>
    store.kind === 'embedded' ? placeOf(sql, id) : (await store.isStored(sql, id)) ? carried : undefined
  type Send = Pick<CallWithoutSql<typeof conversationRoutes.sendMessage>, 'body' | 'user'>
  const pairOf = ({ body, user }: Send) => ({ from: user.id, to: body.receiver })
  const idOf = ({ body, user }: Send) => messageId(user.id, body.client_ref)
  const sentAt = (send: Send, at: Date): MessageToAppend => {
    const { receiver, message, image, timestamp } = send.body
    const written = { receiver, message, image, writtenAt: new Date(timestamp) }
    return { ...written, id: idOf(send), sender: send.user.id, at }
  }
  const answer = ({ body }: Send, n: number) => ({ ...ok, data: { _id: body.client_ref, n } })

  const together: Together<typeof conversationRoutes.sendMessage> = {
    apart: (send) => [`chat ${chatKey(send.user.id, send.body.receiver)}`, `id ${idOf(send)}`],
    async run(sql, sends) {
      const at = deps.now()
      const refusals = await refusalsOf(sql, sends.map(pairOf), at)
      // Messages with a picture run alone to claim the upload; refused ones run alone because they may be stored already.
      const fine = sends.filter(({ body }, n) => !refusals[n] && body.image === undefined)
      const all = fine.map((send) => sentAt(send, at))
      const placed = all.length > 0 ? await addMessages(sql, all) : []
      const places = new Map(fine.map((send, n) => [send, placed[n]?.n]))
      return sends.map((send) => {
        const n = places.get(send)
        return n === undefined ? undefined : answer(send, n)
      })
    },
  }
  // This call exists for every store: the worker sends by the server, and so do messages with pictures.
  mount(
    conversationRoutes.sendMessage,
    async ({ body, user, sql }) => {
      const send = { body, user }
      if (body.receiver === user.id) throw new AppError('to_yourself')
      const at = deps.now()
      const [refusal] = await refusalsOf(sql, [pairOf(send)], at)
      if (refusal?.code === 'unauthenticated') throw refusal
      try {
        if (refusal) throw refusal
        if (body.image !== undefined) await claimImages(sql, user.id, [body.image], at, noPicture)
      } catch (error) {
        // A late duplicate of a stored message succeeds.
        const there = error instanceof AppError ? await storedAt(sql, idOf(send)) : undefined
        if (there === undefined) throw error
        return answer(send, there)
      }
      if (store.kind === 'embedded') return answer(send, (await addMessage(sql, sentAt(send, at))).n)
      await store.append(sql, sentAt(send, at))
      return answer(send, carried)
    },
    store.kind === 'embedded' ? { together } : {},
  )

  mount(conversationRoutes.markChats, async ({ body, user, sql }) => {
    ownOnly()
    await needPlan(sql, user.id, deps.now())
    await markChats(sql, { user: user.id, ...body })
    return ok
  })

  mount(conversationRoutes.olderMessages, async ({ params, user, sql }) => {
    ownOnly()
    await needPlan(sql, user.id, deps.now())
    const { other, before } = params
    return { ...ok, data: await messagesBefore(sql, { user: user.id, other, before: Number(before) }) }
  })
}
