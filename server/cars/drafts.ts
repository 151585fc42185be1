import { AppError } from '#contract/errors.ts'
import {
  type DraftCopy,
  draftLimits,
  draftWords,
  imagesOf,
  mergeDrafts,
  newestStamp,
} from '#contract/sync/draft-copy.ts'
import { type DraftEnd, draftRoutes, type SyncedDraft } from '#contract/sync/drafts.ts'
import { canonical } from '../kernel/idempotency.ts'
import { type Arrived, arrivedImages, touchImages } from '../pictures/uploads/uploads-store.ts'
import {
  changedDrafts,
  copyOf,
  type DraftWrite,
  endDraft,
  findDraft,
  lastRev,
  liveDrafts,
  type StoredDraft,
  takeRev,
  writeDraft,
} from './drafts-store.ts'
import { fieldError, type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'

// Server copies of drafts. A received draft is merged value by value, so order, repetition and delay change nothing.

async function begin({ sql, user, id }: DraftWrite): Promise<{ rev: number; row: StoredDraft | undefined }> {
  const rev = await takeRev(sql, user)
  // A token outlives its account.
  if (rev === undefined) throw new AppError('unauthenticated')
  return { rev, row: await findDraft(sql, user, id) }
}

const isOver = (row: StoredDraft, sent: DraftCopy): boolean =>
  row.gone_why === 'published' || (row.gone_at !== null && newestStamp(sent) <= row.gone_at)

function refuseTooLarge({ fields, images, step }: DraftCopy): void {
  const fits =
    Object.keys(fields).length <= draftLimits.fields &&
    Object.keys(images).length <= draftLimits.images &&
    Buffer.byteLength(JSON.stringify({ fields, images, step })) <= draftLimits.bytes
  if (!fits) throw new AppError('payload_too_large', { msg: draftWords.large })
}

/** Renews the last use of pictures that left a draft, so that they are not deleted yet: the person may undo the removal. */
async function sparePictures({ sql, user, now }: DraftWrite, before: DraftCopy, after?: DraftCopy) {
  const remaining = new Set(after ? imagesOf(after) : [])
  const left = imagesOf(before).filter((id) => !remaining.has(id))
  await touchImages(sql, user, left, now)
}

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** Merges a phone's draft into the stored one; returns the number of its last change, and whether the phone's copy is behind. */
async function mergeDraft(w: DraftWrite, sent: DraftCopy): Promise<{ rev: number; behind: boolean }> {
  const { rev, row } = await begin(w)
  if (row && isOver(row, sent)) throw new AppError('gone', { msg: draftWords.gone })
  const live = row && row.gone_why === null ? row : undefined
  if (!live && (await liveDrafts(w.sql, w.user)).length >= draftLimits.drafts)
    throw fieldError('drafts', draftWords.many)
  const before = live && copyOf(live)
  const merged = mergeDrafts(before ?? sent, sent)
  // The merged draft has values that the phone does not have yet.
  const behind = !same(merged, sent)
  if (live && same(before, merged)) return { rev: live.rev, behind }
  refuseTooLarge(merged)
  if (before) await sparePictures(w, before, merged)
  await writeDraft({ ...w, rev }, merged)
  return { rev, behind }
}

/** Deletes the draft, unless it was discarded before a stored edit; returns whether it stays. */
async function dropDraft(
  w: DraftWrite,
  end: { why: DraftEnd; at: number },
): Promise<{ rev: number; kept: boolean }> {
  const { rev, row } = await begin(w)
  let last = end
  if (row?.gone_why === null) {
    const copy = copyOf(row)
    if (end.why === 'discarded' && end.at < newestStamp(copy)) return { rev: row.rev, kept: true }
    await sparePictures(w, copy)
  } else if (row) {
    // A published draft stays published; of two discards the later one counts.
    const why = row.gone_why === 'published' ? row.gone_why : end.why
    last = { why, at: Math.max(row.gone_at ?? 0, end.at) }
    if (why === row.gone_why && last.at === row.gone_at) return { rev: row.rev, kept: false }
  }
  await endDraft({ ...w, rev }, last)
  return { rev, kept: false }
}

/** Maximum number of drafts in one response: 600 KB at most. */
const page = 10

function draftReplyOf(row: StoredDraft, arrived: ReadonlyMap<string, Arrived>): SyncedDraft {
  const pictures = imagesOf(row).flatMap((id) => {
    const picture = arrived.get(id)
    return picture ? [{ id, width: picture.width, height: picture.height, blur: picture.blur }] : []
  })
  return { ...copyOf(row), id: row.id, rev: row.rev, updated_at: row.updated_at.toISOString(), pictures }
}

const goneOf = ({ id, rev, gone_at, gone_why }: StoredDraft) =>
  gone_why === null || gone_at === null ? [] : [{ id, rev, at: gone_at, why: gone_why }]

/** Mounts the calls for server copies of drafts. */
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
    // A token outlives its account.
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
        drafts: sent.filter((row) => row.gone_why === null).map((row) => draftReplyOf(row, arrived)),
        gone: sent.flatMap(goneOf),
        live: await liveDrafts(sql, user.id),
      },
    }
  })
}
