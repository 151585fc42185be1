import { AppError } from '#contract/errors.ts'
import { sessionRoutes } from '#contract/users/sessions.ts'
import { userRoutes } from '#contract/users/users.ts'
import { type Mount, ok, type Visitor } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { accountById } from '../users-store.ts'
import {
  clearSessionCookie,
  sessionIn,
  setSessionCookie,
  tokenFor,
  endFamily,
  endSession,
  renewSession,
  sessionsOf,
} from './sessions-store.ts'

/**
 * Refuses requests of other origins: a page of another origin can send neither this content type nor our header, and browsers
 * name the origin in `sec-fetch-site`.
 */
function checkOrigin(visitor: Visitor, device: string | undefined): void {
  const json = /^application\/json\b/i.test(visitor.header('content-type') ?? '')
  if (!json) throw new AppError('unsupported_media_type')
  const site = visitor.header('sec-fetch-site') ?? 'same-origin'
  if (device === undefined || !['same-origin', 'none'].includes(site)) throw new AppError('forbidden')
}

export function mountSessions(mount: Mount, deps: Deps): void {
  const { config, db, now } = deps

  mount(sessionRoutes.refreshSession, async ({ actor, visitor }) => {
    checkOrigin(visitor, actor.device)
    const given = sessionIn(visitor, config)
    const renewal = given && (await db.tx((sql) => renewSession(sql, given, now())))
    if (renewal?.state === 'stolen' && typeof deps.log === 'object') {
      deps.log.warn({ user: renewal.user }, 'an old refresh token came back: its session was ended')
    }
    const account =
      renewal?.state === 'renewed' ? await accountById(db, renewal.session.user_id, now()) : undefined
    if (renewal?.state !== 'renewed' || !account) {
      clearSessionCookie(visitor)
      throw new AppError('unauthenticated')
    }
    const { session, generation } = renewal
    setSessionCookie(visitor, config, {
      token: { session: session.id, generation },
      remember: session.remember,
    })
    return { ...ok, ...(await tokenFor(account, deps, session.id)) }
  })

  mount(userRoutes.logout, async ({ actor, visitor, user, sql }) => {
    const given = sessionIn(visitor, config)
    const own = actor.session
    if (user && own !== undefined) await endSession(sql, { id: own, user: user.id })
    // The cookie may belong to another person who signed in on this browser later; that session must not end.
    if (given && own !== undefined && own !== given.session) return { ...ok, msg: 'You are signed out' }
    if (given) await endFamily(sql, given.session)
    clearSessionCookie(visitor)
    return { ...ok, msg: 'You are signed out' }
  })

  mount(sessionRoutes.mySessions, async ({ actor, user, visitor, sql }) => {
    const own = actor.session ?? sessionIn(visitor, config)?.session
    const sessions = await sessionsOf(sql, user.id, now())
    return { ...ok, data: sessions.map(({ id, ...s }) => ({ _id: id, ...s, current: id === own })) }
  })

  mount(sessionRoutes.endSession, async ({ body, user, sql }) => {
    await endSession(sql, { id: body.id, user: user.id })
    return { ...ok, msg: 'Signed out there' }
  })
}
