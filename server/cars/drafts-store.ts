import { z } from 'zod/mini'
import { type DraftCopy, draftLimits } from '#contract/sync/draft-copy.ts'
import { type DraftEnd, draftEnds } from '#contract/sync/drafts.ts'
import { isPast, columnsOf, findRow, insertRow } from '../kernel/db/lists.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'

const stamped = <T extends z.ZodMiniType>(v: T) => z.object({ v, at: z.int() })
const row = z.object({
  id: z.string(),
  rev: z.int(),
  fields: z.record(z.string(), stamped(z.string())),
  images: z.record(z.string(), stamped(z.int())),
  step: stamped(z.string()),
  ad_id: z.nullable(z.string()),
  base_version: z.nullable(z.int()),
  gone_why: z.nullable(z.enum(draftEnds)),
  gone_at: z.nullable(z.int()),
  updated_at: z.date(),
})
export type StoredDraft = z.output<typeof row>
const columns = columnsOf(row)

/** Returns the draft of a row in the form that phones use. */
export function copyOf({ fields, images, step, ad_id, base_version }: StoredDraft): DraftCopy {
  return {
    fields,
    images,
    step,
    ...(ad_id !== null && { ad_id }),
    ...(base_version !== null && { base_version }),
  }
}

const counted = z.object({ rev: z.int() })

/**
 * Returns the next change number of this person's drafts and locks them until the transaction ends; undefined when the person no
 * longer exists.
 */
export async function takeRev(sql: Sql, user: string): Promise<number | undefined> {
  const taken = await sql.first(counted)`insert into draft_counts as c (user_id, rev)
    select id, 1 from users where id = ${user}
    on conflict (user_id) do update set rev = c.rev + 1 returning rev`
  return taken?.rev
}

/** Returns the number of this person's last change, 0 before the first; undefined when there is no such person. */
export async function lastRev(sql: Sql, user: string): Promise<number | undefined> {
  const last = await sql.first(counted)`select coalesce(c.rev, 0)::bigint as rev from users u
    left join draft_counts c on c.user_id = u.id where u.id = ${user}`
  return last?.rev
}

export const findDraft = (sql: Sql, user: string, id: string): Promise<StoredDraft | undefined> =>
  findRow(sql, 'drafts', row, { user_id: user, id })

/** Context of every write to a draft. */
export interface DraftWrite {
  sql: Sql
  user: string
  id: string
  now: Date
}
type Change = DraftWrite & { rev: number }

/** SQL: overwrites an existing draft. */
const over = `on conflict (user_id, id) do update set ${columns
  .split(', ')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`

/** Writes the draft over any existing row. */
export function writeDraft({ sql, user, id, rev, now }: Change, d: DraftCopy): Promise<boolean> {
  const draft = {
    user_id: user,
    id,
    rev,
    fields: JSON.stringify(d.fields),
    images: JSON.stringify(d.images),
    step: JSON.stringify(d.step),
    ad_id: d.ad_id,
    base_version: d.base_version,
    updated_at: now,
  }
  return insertRow(sql, 'drafts', draft, over)
}

/** Rows of a person from which on the end of an unknown draft is not stored: phones need that information only for a while. */
const mostRows = 1000

/** Replaces the content of a draft by the record that it is gone. */
export function endDraft(w: Change, end: { why: DraftEnd; at: number }): Promise<number> {
  return w.sql.exec`insert into drafts
      (user_id, id, rev, fields, images, step, gone_why, gone_at, updated_at)
    select ${w.user}, ${w.id}, ${w.rev}, '{}', '{}', '{"v": "", "at": 0}', ${end.why}, ${end.at}, ${w.now}
    where (select count(*) from drafts where user_id = ${w.user}) < ${mostRows}
      or exists (select 1 from drafts where user_id = ${w.user} and id = ${w.id})
    ${raw(over)}`
}

/** Returns the rows changed after `rev`, oldest change first. */
export const changedDrafts = (
  sql: Sql,
  o: { user: string; rev: number; limit: number },
): Promise<StoredDraft[]> =>
  sql.all(row)`select ${raw(columns)} from drafts where user_id = ${o.user} and rev > ${o.rev}
    order by rev limit ${o.limit}`

const live = z.object({ id: z.string(), rev: z.int() })

/** Returns every draft of this person that is not gone. */
export function liveDrafts(sql: Sql, user: string): Promise<z.output<typeof live>[]> {
  return sql.all(live)`select id, rev from drafts where user_id = ${user} and gone_why is null order by id`
}

/** SQL: deletes the records of gone drafts after phones had time to fetch them. */
export const oldGoneDrafts = `delete from drafts
  where gone_why is not null and ${isPast('updated_at', draftLimits.goneDays)}`
