import { z } from 'zod/mini'
import {
  type AskedName,
  askedName,
  type AskedNameState,
  askedNameStates,
} from '#contract/admin/admin-names.ts'
import {
  hasWords,
  instant,
  type ListPage,
  type PageQuery,
  pageOf,
  searchWordsOf,
} from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'

const nameRow = z.extend(askedName, { created_at: instant, decided_at: z.nullable(instant) })
const where = `($1 = 'all' or p.state = $1) and ${hasWords('$2', "concat_ws(' ', p.make, p.model)")}`

/** Names that dealers asked for; those of the most rows first. */
export const askedNames = (
  sql: Sql,
  q: PageQuery & { state: AskedNameState | 'all' },
): Promise<ListPage<AskedName>> =>
  pageOf(sql, nameRow, q, {
    columns: `p.id as _id, p.make, p.model, p.state, d.rows, d.dealers, d.examples,
      coalesce(m.title || ' ' || t.title, '') as called, p.note, p.created_at, p.decided_at,
      coalesce(u.email, '') as decided_by`,
    from: `from proposed_names p
      cross join lateral (select coalesce(sum(rows), 0)::int as rows, count(*)::int as dealers,
          coalesce((array_agg(example order by rows desc, dealer))[1:3], '{}') as examples
        from name_proposers where name_id = p.id) d
      left join models t on t.id = p.model_id left join makes m on m.id = t.make_id
      left join users u on u.id = p.decided_by
      where ${where}`,
    order: 'd.rows desc, p.created_at, p.id',
    counted: `from proposed_names p where ${where}`,
    values: [q.state, searchWordsOf(q.search)],
  })

const heldRow = z.object({ make: z.string(), model: z.string(), state: z.enum(askedNameStates) })
/** The name, held until the transaction ends. */
export function heldName(sql: Sql, id: string): Promise<z.output<typeof heldRow> | undefined> {
  const text = 'select make, model, state from proposed_names where id = $1 for update'
  return sql.row(heldRow, { text, values: [id] })
}

export async function decideName(
  sql: Sql,
  o: { id: string; state: AskedNameState; model?: string; note?: string; by: string | undefined; now: Date },
): Promise<void> {
  await sql.run({
    text: `update proposed_names set state = $2, model_id = $3, note = $4, decided_by = $5, decided_at = $6 where id = $1`,
    values: [o.id, o.state, o.model ?? null, o.note ?? '', o.by ?? null, o.now],
  })
}
