import { conversationRoutes } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { takeTurn, throttleKey } from '../users/sign-in/throttle.ts'
import { heldPeople } from './askers-store.ts'
import type { ServerChatStore } from './chat-store.ts'
import { queueBlocks } from './firestore/deliveries.ts'
import { haveChat, savePersonReport, setSetting } from './people-store.ts'

/** Reports of one person: ten at once, then ten a day. */
const reportPace = { burst: 10, every: 8640 }
const noPerson = () => new AppError('not_found', { msg: 'There is no such person.' })

/** What a person decides about another: mute, block, report. */
export function mountChatPeople(mount: Mount, deps: Deps, store: ServerChatStore): void {
  mount(conversationRoutes.setChat, async ({ body, user, sql }) => {
    const { other, muted, blocked } = body
    if (other === user.id) throw new AppError('to_yourself')
    const people = await heldPeople(sql, [user.id, other])
    if (!people.has(user.id)) throw new AppError('unauthenticated')
    const data = await setSetting(sql, { user: user.id, other, muted, blocked, now: deps.now() })
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
    // Whether a stranger has an account is told to nobody. Firestore cannot be asked inside a transaction.
    const haveOne = store.kind === 'firestore' || (await haveChat(sql, user.id, person))
    if (!people.has(person) || !haveOne) throw noPerson()
    const now = deps.now()
    const key = throttleKey(deps.config.authSecret, 'report-person', user.id)
    const retryAfter = await takeTurn(sql, key, reportPace, now)
    if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
    const report = { id: deps.newId(), reporter: user.id, person, reason, words, now }
    const { _id, created_at } = await savePersonReport(sql, report)
    const data = { _id, created_at: created_at.toISOString() }
    return { ...ok, msg: 'Thank you. We will look at this.', data }
  })
}
