import { z } from 'zod/mini'
import {
  type AskedName,
  askedName,
  type AskedNameState,
  askedNameStates,
} from '#contract/admin/admin-names.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { hasWords, searchWordsOf } from './search-text.ts'

/** As it is sent, but for the times. */
const nameRow = z.extend(askedName, { created_at: z.date(), decided_at: z.nullable(z.date()) })
const where = `($1 = 'all' or p.state = $1) and ${hasWords('$2', "concat_ws(' ', p.make, p.model)")}`

/** Names that dealers asked for; those of the most rows first. */
export async function askedNames(
  sql: Sql,
  o: { page: number; limit: number; search?: string | undefined; state: AskedNameState | 'all' },
): Promise<{ data: AskedName[]; totalCount: number }> {
  const asked = [o.state, searchWordsOf(o.search)]
  const rows = await sql.rows(nameRow, {
    text: `select p.id as _id, p.make, p.model, p.state, d.rows, d.dealers, d.examples,
        coalesce(m.title || ' ' || t.title, '') as called, p.note, p.created_at, p.decided_at,
        coalesce(u.email, '') as decided_by
      from proposed_names p
      cross join lateral (select coalesce(sum(rows), 0)::int as rows, count(*)::int as dealers,
          coalesce((array_agg(example order by rows desc, dealer))[1:3], '{}') as examples
        from name_proposers where name_id = p.id) d
      left join models t on t.id = p.model_id left join makes m on m.id = t.make_id
      left join users u on u.id = p.decided_by
      where ${where} order by d.rows desc, p.created_at, p.id limit $3 offset $4`,
    values: [...asked, o.limit, (o.page - 1) * o.limit],
  })
  const count = await sql.row(z.object({ n: z.int() }), {
    text: `select count(*)::int as n from proposed_names p where ${where}`,
    values: asked,
  })
  const data = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }))
  return { data, totalCount: count?.n ?? 0 }
}

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
