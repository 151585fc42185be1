import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'

const flagRow = z.object({ blocked: z.boolean() })

/** Whether one of the two has blocked the other. */
export async function isBlocked(sql: Sql, one: string, other: string): Promise<boolean> {
  const row = await sql.row(flagRow, {
    name: 'chat-blocked',
    text: `select exists (select 1 from chat_settings
        where blocked and ((user_id = $1 and other_id = $2) or (user_id = $2 and other_id = $1))) as blocked`,
    values: [one, other],
  })
  return row?.blocked ?? false
}

/** Said to both alike: nobody learns from it who blocked. */
export const cannotWrite = () => new AppError('forbidden', { msg: 'You cannot write to this person.' })
