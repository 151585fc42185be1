// What the operator's people write: articles and videos. Each action writes the audit log in its transaction.
import { hash } from 'node:crypto'
import type { BlogForm } from '#contract/blogs.ts'
import { AppError } from '#contract/errors.ts'
import type { BlogWords } from '../../blogs/blogs-store.ts'
import { type SavedArticle, saveArticle } from '../../blogs/save-article.ts'
import { videoIdIn } from '../../blogs/videos/video-id.ts'
import { addVideo, everyVideo, removeVideo } from '../../blogs/videos/videos-store.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { audit, type Operator } from '../audit.ts'

type Tools = Pick<Deps, 'newId' | 'now'>

/** What the log says of an article; its text by a hash, for a list of whole articles is nothing to read. */
const auditFields = (a: Pick<BlogWords, 'title' | 'published_at' | 'image' | 'description'>) => ({
  title: a.title,
  published_at: a.published_at,
  image: a.image,
  text: `${a.description.length} characters, SHA-256 ${hash('sha256', a.description)}`,
})

/** Writes an article, publishes it, schedules it or takes it back. */
export async function writeArticle(
  sql: Sql,
  deps: Tools,
  by: Operator & { id: string },
  form: BlogForm,
): Promise<SavedArticle> {
  const saved = await saveArticle(sql, deps, by.id, form)
  const { id, slug, words, before } = saved
  await audit(sql, deps, by, {
    action: before ? 'edit-article' : 'write-article',
    thing: 'article',
    id,
    ...(before && { before: auditFields(before) }),
    after: { ...auditFields(words), slug },
  })
  return saved
}

const refuse = (field: string, msg: string) =>
  new AppError('validation_failed', { msg, fields: { [field]: msg } })

/** Shows a video below the articles; its picture comes by itself. */
export async function showVideo(
  sql: Sql,
  deps: Tools,
  by: Operator,
  { address, title }: { address: string; title: string },
): Promise<string> {
  const id = videoIdIn(address)
  if (id === undefined) throw refuse('address', 'This is no YouTube address and no id of 11 characters.')
  const before = (await everyVideo(sql)).find((video) => video.id === id)
  await addVideo(sql, { id, title, now: deps.now() })
  await audit(sql, deps, by, {
    action: 'add-video',
    thing: 'video',
    id,
    ...(before && { before: { title: before.title } }),
    after: { title },
  })
  return id
}

export async function dropVideo(sql: Sql, deps: Tools, by: Operator, { id }: { id: string }): Promise<void> {
  const before = (await everyVideo(sql)).find((video) => video.id === id)
  if (!before || !(await removeVideo(sql, id)))
    throw new AppError('not_found', { msg: 'There is no such video.' })
  const { title, source } = before
  await audit(sql, deps, by, { action: 'remove-video', thing: 'video', id, before: { title, source } })
}
