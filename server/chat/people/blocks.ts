import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** Whether one of the two of these columns has blocked the other. */
export const blockStands = (one: string, other: string) =>
  `(exists (select 1 from chat_settings s where s.blocked and s.user_id = ${one} and s.other_id = ${other})
    or exists (select 1 from chat_settings s where s.blocked and s.user_id = ${other} and s.other_id = ${one}))`

/** Whether one of the two has blocked the other. */
export async function isBlocked(sql: Sql, one: string, other: string): Promise<boolean> {
  const row = await sql.row(z.object({ blocked: z.boolean() }), {
    name: 'chat-blocked',
    text: `select ${blockStands('$1', '$2')} as blocked`,
    values: [one, other],
  })
  return row?.blocked ?? false
}

/** Said to both alike: nobody learns from it who blocked. */
export const cannotWrite = () => new AppError('forbidden', { msg: 'You cannot write to this person.' })
