import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import { AppError } from '#contract/errors.ts'

/** Whether one of the two of these columns has blocked the other. */
export const blockStands = (one: string, other: string) =>
  `(exists (select 1 from chat_settings s where s.blocked and s.user_id = ${one} and s.other_id = ${other})
    or exists (select 1 from chat_settings s where s.blocked and s.user_id = ${other} and s.other_id = ${one}))`

/** Whether one of the two has blocked the other. */
export async function isBlocked(sql: Sql, one: string, other: string): Promise<boolean> {
  const row = await sql.row(z.object({ blocked: z.boolean() }), {
    text: `select ${blockStands('$1', '$2')} as blocked`,
    values: [one, other],
  })
  return row?.blocked ?? false
}

/** Said to both alike: nobody learns from it who blocked. */
export const cannotWrite = () => new AppError('forbidden', { msg: 'You cannot write to this person.' })

/** What people decided about each other; no row is nothing. */
const settingRow = z.object({ muted: z.boolean(), blocked: z.boolean() })
export type ChatSetting = z.output<typeof settingRow>

interface SettingChange {
  user: string
  other: string
  muted: boolean | undefined
  blocked: boolean | undefined
  now: Date
}

/** Changes what is given; undefined when the other person has no account (any more). */
export function setSetting(sql: Sql, c: SettingChange): Promise<ChatSetting | undefined> {
  return sql.row(settingRow, {
    text: `insert into chat_settings as s (user_id, other_id, muted, blocked, changed_at)
      select $1, id, coalesce($3, false), coalesce($4, false), $5 from users where id = $2
      on conflict (user_id, other_id) do update set muted = coalesce($3, s.muted),
        blocked = coalesce($4, s.blocked), changed_at = excluded.changed_at
      returning muted, blocked`,
    values: [c.user, c.other, c.muted ?? null, c.blocked ?? null, c.now],
  })
}

const namedRow = z.extend(settingRow, { other: z.string() })
/** What a person decided about each of the others, by their ids. */
export async function chatSettingsOf(sql: Sql, user: string): Promise<ReadonlyMap<string, ChatSetting>> {
  const rows = await sql.rows(namedRow, {
    text: 'select other_id as other, muted, blocked from chat_settings where user_id = $1 and (muted or blocked)',
    values: [user],
  })
  return new Map(rows.map(({ other, ...setting }) => [other, setting]))
}
