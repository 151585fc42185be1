import { adminNameRoutes } from '#contract/admin/admin-names.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { operatorOf } from '../audit.ts'
import { acceptName, mergeName, refuseName } from './name-actions.ts'
import { askedNames } from './names-store.ts'

const success = true as const

/** Makes and models that dealers ask for (decision 63). */
export function mountAdminNames(mount: Mount, deps: Deps): void {
  mount(adminNameRoutes.adminListNames, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await askedNames(sql, body)),
  }))

  mount(adminNameRoutes.acceptName, async ({ body, user, sql }) => {
    const called = await acceptName(sql, deps, operatorOf(user), body)
    return { success, msg: `${called} is added.` }
  })

  mount(adminNameRoutes.mergeName, async ({ body, user, sql }) => {
    const called = await mergeName(sql, deps, operatorOf(user), body)
    return { success, msg: `It is read as ${called} from now on.` }
  })

  mount(adminNameRoutes.refuseName, async ({ body, user, sql }) => {
    await refuseName(sql, deps, operatorOf(user), body)
    return { success, msg: 'Refused.' }
  })
}
