import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { operatorOf } from '../audit.ts'
import { lift, signOut, suspend } from './people.ts'
import { peoplePage, adminPersonById } from './people-store.ts'

const success = true as const

export function mountAdminPeople(mount: Mount, deps: Deps): void {
  mount(adminPeopleRoutes.listPeople, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await peoplePage(sql, body)),
  }))

  mount(adminPeopleRoutes.getPerson, async ({ params, sql }) => {
    const data = await adminPersonById(sql, params.id, deps.now())
    if (!data) throw new AppError('not_found', { msg: 'There is no such person.' })
    return { success, msg: 'Success', data }
  })

  mount(adminPeopleRoutes.suspendPerson, async ({ body, sql, user }) => {
    await suspend(sql, deps, operatorOf(user), { id: body.user_id, reason: body.reason })
    return { success, msg: 'Suspended, and told by letter.' }
  })

  mount(adminPeopleRoutes.liftSuspension, async ({ body, sql, user }) => {
    await lift(sql, deps, operatorOf(user), { id: body.user_id })
    return { success, msg: 'The account is open again.' }
  })

  mount(adminPeopleRoutes.signOutPerson, async ({ body, sql, user }) => {
    await signOut(sql, deps, operatorOf(user), { id: body.user_id })
    return { success, msg: 'Signed out everywhere.' }
  })
}
