import {
  adminNameRoutes,
  type AskedName,
  askedName,
  type AskedNameState,
  askedNameStates,
} from '#contract/admin/admin-names.ts'
import { part, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { addModel, modelNamed, referenceChanged } from '../reference/proposed-names.ts'
import { actionMount, type AdminAction, meanwhile } from './audit.ts'
import { fieldError, found, type Mount, okWith } from '../kernel/call.ts'
import { z } from 'zod/mini'
import {
  hasWords,
  instantColumn,
  type RowPage,
  pageOf,
  type PageQuery,
  changeRow,
  findRow,
} from '../kernel/db/lists.ts'

const nameRow = z.extend(askedName, { created_at: instantColumn, decided_at: z.nullable(instantColumn) })

/** Returns one page of the names that dealers asked for, those with most rows first. */
function askedNames(sql: Sql, q: PageQuery & { state: AskedNameState | 'all' }): Promise<RowPage<AskedName>> {
  const where = part`(${q.state} = 'all' or p.state = ${q.state})
    and ${hasWords(q.search, "concat_ws(' ', p.make, p.model)")}`
  return pageOf(sql, nameRow, q, {
    columns: `p.id as _id, p.make, p.model, p.state, d.rows, d.dealers, d.examples,
      coalesce(m.title || ' ' || t.title, '') as called, p.note, p.created_at, p.decided_at,
      coalesce(u.email, '') as decided_by`,
    from: part`from proposed_names p
      cross join lateral (select coalesce(sum(rows), 0)::int as rows, count(*)::int as dealers,
          coalesce((array_agg(example order by rows desc, dealer))[1:3], '{}') as examples
        from name_proposers where name_id = p.id) d
      left join models t on t.id = p.model_id left join makes m on m.id = t.make_id
      left join users u on u.id = p.decided_by
      where ${where}`,
    order: 'd.rows desc, p.created_at, p.id',
    counted: part`from proposed_names p where ${where}`,
  })
}

const heldRow = z.object({ make: z.string(), model: z.string(), state: z.enum(askedNameStates) })
/** Returns an undecided name and locks its row until the transaction ends. A refused name may be decided again. */
async function undecided(sql: Sql, id: string, states: readonly AskedNameState[]) {
  const held = await findRow(sql, 'proposed_names', heldRow, { id }, 'for update')
  const name = found(held, 'There is no such name.')
  if (!states.includes(name.state)) throw meanwhile()
  return name
}

/** Settles a name as a new model (`accepted`) or another name of an existing model (`merged`); imports then know the name. */
const settleName =
  (as: 'accepted' | 'merged'): AdminAction<{ id: string; make: string; model: string }, string> =>
  async ({ sql, deps, by, audit }, { id, make, model }) => {
    const isNew = as === 'accepted'
    const { state } = await undecided(sql, id, ['open', 'refused'])
    const known = isNew
      ? await addModel(sql, { make, model, newId: deps.newId })
      : await modelNamed(sql, { make, model })
    const refusal = isNew
      ? 'This model is there already. Choose it with “Same as …”.'
      : 'There is no such model.'
    if (!known) throw fieldError('model', refusal)
    const called = `${known.make} ${known.model}`
    const decided = { model_id: known.id, note: '', decided_by: by.id, decided_at: deps.now() }
    await changeRow(sql, 'proposed_names', { id }, { state: as, ...decided })
    const changed = { before: { state }, after: { state: as, called } }
    await audit(isNew ? 'accept-name' : 'merge-name', 'name', id, changed)
    await referenceChanged(sql)
    return called
  }

const refuseName: AdminAction<{ id: string; reason: string }> = async (
  { sql, deps, by, audit },
  { id, reason },
) => {
  await undecided(sql, id, ['open'])
  const decided = { model_id: null, note: reason, decided_by: by.id, decided_at: deps.now() }
  await changeRow(sql, 'proposed_names', { id }, { state: 'refused', ...decided })
  const changed = { before: { state: 'open' }, after: { state: 'refused' }, note: reason }
  await audit('refuse-name', 'name', id, changed)
}

/** Mounts the calls for makes and models that dealers ask for (decision 63). */
export function mountAdminNames(mount: Mount, deps: Deps): void {
  mount(adminNameRoutes.adminListNames, ({ body, sql }) => okWith(askedNames(sql, body)))

  const act = actionMount(mount, deps)
  act(adminNameRoutes.acceptName, settleName('accepted'), (_, called) => `${called} is added.`)
  act(adminNameRoutes.mergeName, settleName('merged'), (_, called) => `It is read as ${called} from now on.`)
  act(adminNameRoutes.refuseName, refuseName, 'Refused.')
}
