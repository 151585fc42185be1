import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { imageIdOf } from '#contract/sync/uploads.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { changeRow, findRow } from '../../kernel/db/lists.ts'

/** The rows of uploads. */
const row = z.object({
  user_id: z.string(),
  image_id: z.string(),
  sha256: z.string(),
  size: z.int(),
  file: z.string(),
  state: z.enum(['open', 'done']),
  width: z.int(),
  height: z.int(),
  blur: z.string(),
})
export type UploadRow = z.output<typeof row>

/** Name of the file in which the bytes of one person's picture are collected; nobody else's request leads to it. */
export function fileNameOf(user: string, imageId: string): string {
  const owner = createHash('sha256').update(user).digest('hex').slice(0, 24)
  return `${owner}_${imageId}`
}

export const findUpload = (sql: Sql, user_id: string, image_id: string): Promise<UploadRow | undefined> =>
  findRow(sql, 'uploads', row, { user_id, image_id })

export const findByFile = (sql: Sql, file: string): Promise<UploadRow | undefined> =>
  findRow(sql, 'uploads', row, { file })

/** Begins an upload, again when there was one; undefined when there is no such person any more. */
export async function openUpload(
  sql: Sql,
  n: { user: string; sha256: string; size: number; now: Date },
): Promise<UploadRow | undefined> {
  const imageId = imageIdOf(n.sha256)
  await sql.run({
    text: `insert into uploads (user_id, image_id, sha256, size, file, state, created_at, used_at)
           select id, $2, $3, $4, $5, 'open', $6, $6 from users where id = $1
           on conflict (user_id, image_id) do update set sha256 = excluded.sha256, size = excluded.size,
             state = 'open', width = 0, height = 0, blur = '', created_at = excluded.created_at,
             used_at = excluded.used_at`,
    values: [n.user, imageId, n.sha256, n.size, fileNameOf(n.user, imageId), n.now],
  })
  return findUpload(sql, n.user, imageId)
}

/** Someone still wants it. */
export const touchUpload = (sql: Sql, { user_id, image_id }: UploadRow, now: Date): Promise<boolean> =>
  changeRow(sql, 'uploads', { user_id, image_id }, { used_at: now })

/** False when the row is gone meanwhile. */
export const finishUpload = (
  sql: Sql,
  { user_id, image_id }: UploadRow,
  { now, ...seen }: Pick<UploadRow, 'width' | 'height' | 'blur'> & { now: Date },
): Promise<boolean> =>
  changeRow(sql, 'uploads', { user_id, image_id }, { state: 'done', ...seen, used_at: now })

export function dropUpload(sql: Sql, { user_id, image_id }: UploadRow): Promise<number> {
  return sql.run({
    text: 'delete from uploads where user_id = $1 and image_id = $2',
    values: [user_id, image_id],
  })
}

const begun = z.object({ count: z.int(), openBytes: z.int() })

/** How many uploads this person has begun since then, and what all unfinished ones will come to. */
export async function uploadsBegunBy(sql: Sql, user: string, since: Date): Promise<z.output<typeof begun>> {
  const found = await sql.row(begun, {
    text: `select count(*) filter (where created_at > $2) as count,
        coalesce(sum(size) filter (where state = 'open'), 0)::bigint as "openBytes"
      from uploads where user_id = $1`,
    values: [user, since],
  })
  return found ?? { count: 0, openBytes: 0 }
}

/** Removes what nobody came back for: unfinished before `open`, finished and shown nowhere before `done`. */
export async function forgetUploads(sql: Sql, before: { open: Date; done: Date }): Promise<number> {
  const unfinished = await sql.run({
    text: `delete from uploads where state = 'open' and used_at < $1`,
    values: [before.open],
  })
  const unused = await sql.run({
    text: `delete from uploads u where state = 'done' and used_at < $1 and not exists (
             select 1 from cars c, jsonb_array_elements(c.pictures) p
             where c.creator = u.user_id and starts_with(p ->> 'url', '/media/' || u.image_id || '/'))
           and not exists (
             select 1 from drafts d where d.user_id = u.user_id and d.images -> u.image_id ->> 'v' <> '-1')
           and not exists (
             select 1 from users o where o.id = u.user_id and (
               starts_with(o.avatarurl, '/media/' || u.image_id || '/')
               or starts_with(o.logourl, '/media/' || u.image_id || '/')))
           and not exists (
             select 1 from blogs b where starts_with(b.image, '/media/' || u.image_id || '/'))
           and not exists (
             select 1 from chat_messages m where m.image_id = u.image_id and m.sender = u.user_id)
           and not exists (
             select 1 from chat_deliveries d where d.payload ->> 'sender' = u.user_id
               and starts_with(d.payload ->> 'image', '/media/' || u.image_id || '/'))`,
    values: [before.done],
  })
  return unfinished + unused
}

const arrived = 'image_id, size, width, height, blur'
const arrivedRow = z.pick(row, { image_id: true, size: true, width: true, height: true, blur: true })
export type Arrived = z.output<typeof arrivedRow>

/** Keeps these as if they had just been asked for; returns those of this person's pictures that are here whole. */
export async function touchImages(
  sql: Sql,
  user: string,
  ids: readonly string[],
  now: Date,
): Promise<Arrived[]> {
  if (ids.length === 0) return []
  return sql.rows(arrivedRow, {
    text: `update uploads set used_at = greatest(used_at, $3)
           where user_id = $1 and image_id = any ($2) and state = 'done' returning ${arrived}`,
    values: [user, ids, now],
  })
}

/** Those of this person's pictures that are here whole. */
export async function arrivedImages(sql: Sql, user: string, ids: readonly string[]): Promise<Arrived[]> {
  if (ids.length === 0) return []
  return sql.rows(arrivedRow, {
    text: `select ${arrived} from uploads where user_id = $1 and image_id = any ($2) and state = 'done'`,
    values: [user, ids],
  })
}

const named = z.object({ name: z.string() })
/** Those of the names that a row refers to. */
export async function referencedNames(
  sql: Sql,
  column: 'image_id' | 'file',
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await sql.rows(named, {
    text:
      column === 'file'
        ? 'select distinct file as name from uploads where file = any ($1)'
        : // Posters of videos belong to nobody.
          `select image_id as name from uploads where image_id = any ($1)
           union select poster from videos where poster = any ($1)`,
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}
