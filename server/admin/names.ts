import { adminNameRoutes, type AskedNameState } from '#contract/admin/admin-names.ts'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { addModel, modelNamed, referenceChanged } from '../reference/proposed-names.ts'
import { audit, type AdminAction, type Operator, operatorOf } from './audit.ts'
import { askedNames, decideName, heldName } from './names-store.ts'
import { fieldError, type Mount, ok } from '../kernel/call.ts'

interface Named {
  id: string
  make: string
  model: string
}

/** What was refused may be decided once more: a dealer may have been right. */
async function undecided(sql: Sql, id: string, states: readonly AskedNameState[]) {
  const name = await heldName(sql, id)
  if (!name) throw new AppError('not_found', { msg: 'There is no such name.' })
  if (!states.includes(name.state)) throw new AppError('decided_meanwhile')
  return name
}

const close: AdminAction<{
  id: string
  action: string
  before: AskedNameState
  after: AskedNameState
  model: string
  called: string
}> = async (sql, deps, by, o) => {
  await decideName(sql, { id: o.id, state: o.after, model: o.model, by: by.id, now: deps.now() })
  await audit(sql, deps, by, {
    action: o.action,
    thing: 'name',
    id: o.id,
    before: { state: o.before },
    after: { state: o.after, called: o.called },
  })
  await referenceChanged(sql)
}

/** The market has the model from now on. */
async function acceptName(sql: Sql, deps: Deps, by: Operator, { id, make, model }: Named) {
  const { state: before } = await undecided(sql, id, ['open', 'refused'])
  const added = await addModel(sql, { make, model, newId: deps.newId })
  if (!added) {
    throw fieldError('model', 'This model is there already. Choose it with “Same as …”.')
  }
  const called = `${added.make} ${added.model}`
  await close(sql, deps, by, {
    id,
    action: 'accept-name',
    before,
    after: 'accepted',
    model: added.id,
    called,
  })
  return called
}

/** The market has the model already, and knows this name for it from now on. */
async function mergeName(sql: Sql, deps: Deps, by: Operator, { id, make, model }: Named) {
  const { state: before } = await undecided(sql, id, ['open', 'refused'])
  const same = await modelNamed(sql, { make, model })
  if (!same) {
    throw fieldError('model', 'There is no such model.')
  }
  const called = `${same.make} ${same.model}`
  await close(sql, deps, by, { id, action: 'merge-name', before, after: 'merged', model: same.id, called })
  return called
}

const refuseName: AdminAction<{ id: string; reason: string }> = async (sql, deps, by, { id, reason }) => {
  await undecided(sql, id, ['open'])
  await decideName(sql, { id, state: 'refused', note: reason, by: by.id, now: deps.now() })
  await audit(sql, deps, by, {
    action: 'refuse-name',
    thing: 'name',
    id,
    before: { state: 'open' },
    after: { state: 'refused' },
    note: reason,
  })
}

/** Makes and models that dealers ask for (decision 63). */
export function mountAdminNames(mount: Mount, deps: Deps): void {
  mount(adminNameRoutes.adminListNames, async ({ body, sql }) => ({
    ...ok,
    ...(await askedNames(sql, body)),
  }))

  mount(adminNameRoutes.acceptName, async ({ body, user, sql }) => {
    const called = await acceptName(sql, deps, operatorOf(user), body)
    return { ...ok, msg: `${called} is added.` }
  })

  mount(adminNameRoutes.mergeName, async ({ body, user, sql }) => {
    const called = await mergeName(sql, deps, operatorOf(user), body)
    return { ...ok, msg: `It is read as ${called} from now on.` }
  })

  mount(adminNameRoutes.refuseName, async ({ body, user, sql }) => {
    await refuseName(sql, deps, operatorOf(user), body)
    return { ...ok, msg: 'Refused.' }
  })
}
