import { AppError } from '#contract/errors.ts'
import { imagesOf } from '#contract/sync/draft-copy.ts'
import { draftRoutes, type SyncedDraft } from '#contract/sync/drafts.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { type Arrived, arrivedImages } from '../../pictures/uploads/uploads-store.ts'
import { dropDraft, mergeDraft } from './drafts.ts'
import { changedDrafts, copyOf, type StoredDraft, lastRev, liveDrafts } from './drafts-store.ts'

const ok = { success: true, msg: 'Success' } as const
/** Drafts of one answer: 600 KB at most. */
const page = 10

const isLive = (row: StoredDraft): boolean => row.gone_why === null

function draftReplyOf(row: StoredDraft, arrived: ReadonlyMap<string, Arrived>): SyncedDraft {
  const pictures = imagesOf(row).flatMap((id) => {
    const { width, height, blur } = arrived.get(id) ?? { width: 0, height: 0, blur: '' }
    return arrived.has(id) ? [{ id, width, height, blur }] : []
  })
  return { ...copyOf(row), id: row.id, rev: row.rev, updated_at: row.updated_at.toISOString(), pictures }
}

const goneOf = ({ id, rev, gone_at, gone_why }: StoredDraft) =>
  gone_why === null || gone_at === null ? [] : [{ id, rev, at: gone_at, why: gone_why }]

/** Server copies of a person's drafts. */
export function mountDrafts(mount: Mount, deps: Deps): void {
  mount(draftRoutes.putDraft, async ({ params, body, user, sql }) => {
    const saved = await mergeDraft({ sql, user: user.id, id: params.id, now: deps.now() }, body)
    return { ...ok, msg: 'The draft is kept.', data: { id: params.id, ...saved } }
  })

  mount(draftRoutes.deleteDraft, async ({ params, body, user, sql }) => {
    const dropped = await dropDraft({ sql, user: user.id, id: params.id, now: deps.now() }, body)
    const msg = dropped.kept ? 'The draft was changed later and stays.' : 'The draft is gone.'
    return { ...ok, msg, data: { id: params.id, ...dropped } }
  })

  mount(draftRoutes.getDrafts, async ({ params, user, sql }) => {
    const last = await lastRev(sql, user.id)
    // The token outlived its person.
    if (last === undefined) throw new AppError('unauthenticated')
    const full = Number(params.rev) > last
    const since = full ? 0 : Number(params.rev)
    const rows = await changedDrafts(sql, { user: user.id, rev: since, limit: page + 1 })
    const sent = rows.slice(0, page)
    const images = sent.flatMap((row) => imagesOf(row))
    const arrived = new Map((await arrivedImages(sql, user.id, images)).map((a) => [a.image_id, a]))
    return {
      ...ok,
      data: {
        rev: sent.at(-1)?.rev ?? since,
        more: rows.length > page,
        full,
        drafts: sent.filter(isLive).map((row) => draftReplyOf(row, arrived)),
        gone: sent.flatMap(goneOf),
        live: await liveDrafts(sql, user.id),
      },
    }
  })
}
