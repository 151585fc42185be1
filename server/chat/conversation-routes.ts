import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { claimImages } from '../pictures/uploads/claim-images.ts'
import { hasPaidPlan } from '../users/users-store.ts'
import { heldPeople } from './askers-store.ts'
import { olderThan } from './changes.ts'
import { type ChatStore, messageId } from './chat-store.ts'
import { markChats } from './marks.ts'
import { addMessage, placeOf } from './own-chats.ts'
import { cannotWrite, isBlocked } from './people/blocks.ts'

const success = { success: true, msg: 'Success' } as const
/** The place of a message that is given where it is carried to. */
const carried = 0
const noPicture = () =>
  new AppError('validation_failed', {
    msg: 'The picture has not arrived. Please add it again.',
    fields: { image: 'The picture has not arrived. Please add it again.' },
  })

/** Reading and answering needs a plan that runs (R-ROLE-07, R-ROLE-12); asked of the database each time. */
export async function needPlan(sql: Sql, user: string, now: Date): Promise<void> {
  if (await hasPaidPlan(sql, user, now)) return
  throw new AppError('subscription_required', { msg: 'You need a plan to write in a chat.' })
}

/** Messages of a chat; marks and older messages for phones whose chats are in the server's own database. */
export function mountConversation(mount: Mount, deps: Deps, store: ChatStore): void {
  const ownOnly = () => {
    if (store.kind !== 'embedded') throw new AppError('unavailable')
  }
  /** The place of a message that was taken; undefined when it was not. */
  const keptAt = async (sql: Sql, id: string) =>
    store.kind === 'embedded' ? placeOf(sql, id) : (await store.isKept(sql, id)) ? carried : undefined
  // In every place: what the worker sends, and pictures, go by the server.
  mount(conversationRoutes.sendMessage, async ({ body, user, sql }) => {
    const { receiver, message, image, client_ref } = body
    if (receiver === user.id) throw new AppError('to_yourself')
    const id = messageId(user.id, client_ref)
    const answer = (n: number) => ({ ...success, data: { _id: client_ref, n } })
    const people = await heldPeople(sql, [user.id, receiver])
    if (!people.has(user.id)) throw new AppError('unauthenticated')
    const at = deps.now()
    try {
      await needPlan(sql, user.id, at)
      if (!people.has(receiver)) throw new AppError('gone', { msg: 'This person has no account any more.' })
      if (await isBlocked(sql, user.id, receiver)) throw cannotWrite()
      if (image !== undefined) await claimImages(sql, user.id, [image], at, noPicture)
    } catch (error) {
      // What was sent in time stays sent when its copy arrives late.
      const there = error instanceof AppError ? await keptAt(sql, id) : undefined
      if (there === undefined) throw error
      return answer(there)
    }
    const writtenAt = new Date(body.timestamp)
    const sent = { id, sender: user.id, receiver, message, image, at, writtenAt }
    if (store.kind === 'embedded') return answer((await addMessage(sql, sent)).n)
    await store.append(sql, sent)
    return answer(carried)
  })

  mount(conversationRoutes.markChats, async ({ body, user, sql }) => {
    ownOnly()
    await needPlan(sql, user.id, deps.now())
    await markChats(sql, { user: user.id, ...body })
    return success
  })

  mount(conversationRoutes.olderMessages, async ({ params, user, sql }) => {
    ownOnly()
    await needPlan(sql, user.id, deps.now())
    const { other, before } = params
    return { ...success, data: await olderThan(sql, { user: user.id, other, before: Number(before) }) }
  })
}
