import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { type ChatToken, chatTokenRoutes } from '#contract/chat/token.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { firebaseOf } from '../../kernel/firebase.ts'
import { paidPlanEnd } from '../../users/users-store.ts'

const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** Seconds in which a phone must have signed in with it. */
const exchangeWithin = 600
/** Milliseconds: a person who may not chat any more is out after so long at the latest. */
const longest = 60 * 60_000

/** A custom token for a subscriber: the rules of Firestore let them in until its `sub_until` (seconds). */
async function issueChatToken(sql: Sql, deps: Deps, uid: string): Promise<ChatToken> {
  const project = firebaseOf(deps.config)
  if (!project) throw new AppError('not_found')
  const now = deps.now()
  const ends = await paidPlanEnd(sql, uid, now)
  if (!ends) throw new AppError('subscription_required', { msg: 'You need a plan to write in a chat.' })
  const lasts = Math.min(ends.getTime() - now.getTime(), longest)
  const issued = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({
    uid,
    claims: { sub_until: Math.floor((now.getTime() + lasts) / 1000) },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(project.clientEmail)
    .setSubject(project.clientEmail)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + exchangeWithin)
    .sign(createPrivateKey(project.privateKey))
  return { uid, token, lasts }
}

export function mountChatToken(mount: Mount, deps: Deps): void {
  mount(chatTokenRoutes.chatToken, async ({ user, sql }) => {
    return { success: true as const, msg: 'Success', data: await issueChatToken(sql, deps, user.id) }
  })
}
