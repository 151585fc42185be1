import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'

export interface Pair {
  from: string
  to: string
}

/** Those of these pairs of which one has blocked the other, by their places in the list. */
export async function blockedAmong(sql: Sql, all: readonly Pair[]): Promise<ReadonlySet<number>> {
  const rows = await sql.rows(z.object({ place: z.int() }), {
    name: 'chat-blocked',
    text: `select (a.place - 1)::int as place
      from unnest($1::text[], $2::text[]) with ordinality as a (one, other, place)
      where exists (select 1 from chat_settings s where s.blocked and s.user_id = a.one and s.other_id = a.other)
        or exists (select 1 from chat_settings s where s.blocked and s.user_id = a.other and s.other_id = a.one)`,
    values: [all.map(({ from }) => from), all.map(({ to }) => to)],
  })
  return new Set(rows.map(({ place }) => place))
}

/** Whether one of the two has blocked the other. */
export const isBlocked = async (sql: Sql, from: string, to: string): Promise<boolean> =>
  (await blockedAmong(sql, [{ from, to }])).size > 0

/** Said to both alike: nobody learns from it who blocked. */
export const cannotWrite = () => new AppError('forbidden', { msg: 'You cannot write to this person.' })
