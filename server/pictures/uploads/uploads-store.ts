import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { imageIdOf } from '#contract/sync/uploads.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { changeRow, columnsOf, findRow, idsOf } from '../../kernel/db/lists.ts'

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

/** Returns the name of the file for the bytes of one person's picture; no other person's request uses this file. */
export function fileNameOf(user: string, imageId: string): string {
  const owner = createHash('sha256').update(user).digest('hex').slice(0, 24)
  return `${owner}_${imageId}`
}

export const findUpload = (sql: Sql, user_id: string, image_id: string): Promise<UploadRow | undefined> =>
  findRow(sql, 'uploads', row, { user_id, image_id })

export const findByFile = (sql: Sql, file: string): Promise<UploadRow | undefined> =>
  findRow(sql, 'uploads', row, { file })

/** Begins an upload, or begins it again; undefined when the person no longer exists. */
export async function openUpload(
  sql: Sql,
  n: { user: string; sha256: string; size: number; now: Date },
): Promise<UploadRow | undefined> {
  const imageId = imageIdOf(n.sha256)
  await sql.exec`insert into uploads (user_id, image_id, sha256, size, file, state, created_at, used_at)
    select id, ${imageId}, ${n.sha256}, ${n.size}, ${fileNameOf(n.user, imageId)}, 'open', ${n.now}, ${n.now}
    from users where id = ${n.user}
    on conflict (user_id, image_id) do update set sha256 = excluded.sha256, size = excluded.size,
      state = 'open', width = 0, height = 0, blur = '', created_at = excluded.created_at,
      used_at = excluded.used_at`
  return findUpload(sql, n.user, imageId)
}

/** Renews the last use of an upload. */
export const touchUpload = (sql: Sql, { user_id, image_id }: UploadRow, now: Date): Promise<boolean> =>
  changeRow(sql, 'uploads', { user_id, image_id }, { used_at: now })

/** Marks an upload as finished; returns false when its row no longer exists. */
export const finishUpload = (
  sql: Sql,
  { user_id, image_id }: UploadRow,
  { now, ...seen }: Pick<UploadRow, 'width' | 'height' | 'blur'> & { now: Date },
): Promise<boolean> =>
  changeRow(sql, 'uploads', { user_id, image_id }, { state: 'done', ...seen, used_at: now })

export function dropUpload(sql: Sql, { user_id, image_id }: UploadRow): Promise<number> {
  return sql.exec`delete from uploads where user_id = ${user_id} and image_id = ${image_id}`
}

const begun = z.object({ count: z.int(), openBytes: z.int() })

/** Returns how many uploads this person has begun since `since`, and the total size of all unfinished ones. */
export async function uploadsBegunBy(sql: Sql, user: string, since: Date): Promise<z.output<typeof begun>> {
  const found = await sql.first(begun)`select count(*) filter (where created_at > ${since}) as count,
      coalesce(sum(size) filter (where state = 'open'), 0)::bigint as "openBytes"
    from uploads where user_id = ${user}`
  return found ?? { count: 0, openBytes: 0 }
}

/** SQL: whether the address in a column is that of the upload `u`. */
const shows = (column: string) => raw(`starts_with(${column}, '/media/' || u.image_id || '/')`)

/** Deletes unfinished uploads not used since `open`, and finished ones not used since `done` that nothing shows. */
export async function forgetUploads(sql: Sql, before: { open: Date; done: Date }): Promise<number> {
  const unfinished = await sql.exec`delete from uploads where state = 'open' and used_at < ${before.open}`
  const unused = await sql.exec`delete from uploads u where state = 'done' and used_at < ${before.done}
    and not exists (select 1 from cars c, jsonb_array_elements(c.pictures) p
      where c.creator = u.user_id and ${shows("p ->> 'url'")})
    and not exists (select 1 from drafts d
      where d.user_id = u.user_id and d.images -> u.image_id ->> 'v' <> '-1')
    and not exists (select 1 from users o
      where o.id = u.user_id and (${shows('o.avatarurl')} or ${shows('o.logourl')}))
    and not exists (select 1 from blogs b where ${shows('b.image')})
    and not exists (select 1 from chat_messages m where m.image_id = u.image_id and m.sender = u.user_id)
    and not exists (select 1 from chat_deliveries d
      where d.payload ->> 'sender' = u.user_id and ${shows("d.payload ->> 'image'")})`
  return unfinished + unused
}

const arrivedRow = z.pick(row, { image_id: true, size: true, width: true, height: true, blur: true })
const arrived = raw(columnsOf(arrivedRow))
export type Arrived = z.output<typeof arrivedRow>

/** Renews the last use of this person's complete pictures among `ids`, and returns these pictures. */
export const touchImages = (sql: Sql, user: string, ids: readonly string[], now: Date): Promise<Arrived[]> =>
  sql.all(arrivedRow)`update uploads set used_at = greatest(used_at, ${now})
    where user_id = ${user} and image_id = any (${ids}) and state = 'done' returning ${arrived}`

/** Returns this person's complete pictures among `ids`. */
export const arrivedImages = (sql: Sql, user: string, ids: readonly string[]): Promise<Arrived[]> =>
  sql.all(arrivedRow)`select ${arrived} from uploads
    where user_id = ${user} and image_id = any (${ids}) and state = 'done'`

/** Returns those of the names that a row refers to. */
export async function referencedNames(
  sql: Sql,
  column: 'image_id' | 'file',
  names: readonly string[],
): Promise<Set<string>> {
  const found =
    column === 'file'
      ? idsOf(sql)`select file as id from uploads where file = any (${names})`
      : // Posters of videos have no upload row.
        idsOf(sql)`select image_id as id from uploads where image_id = any (${names})
          union select poster from videos where poster = any (${names})`
  return new Set(await found)
}
