// Server copies of drafts: what arrives is merged value by value, so order, repetition and delay change nothing.
import { AppError } from '#contract/errors.ts'
import {
  draftBytes,
  type DraftCopy,
  draftLimits,
  draftWords,
  imagesOf,
  mergeDrafts,
  newestStamp,
} from '#contract/sync/draft-copy.ts'
import type { DraftEnd } from '#contract/sync/drafts.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { canonical } from '../../kernel/idempotency.ts'
import { touchImages } from '../../pictures/uploads/uploads-store.ts'
import {
  copyOf,
  type StoredDraft,
  endDraft,
  findDraft,
  liveDrafts,
  takeRev,
  writeDraft,
} from './drafts-store.ts'

/** What every write about a draft is done with. */
export interface DraftWrite {
  sql: Sql
  user: string
  id: string
  now: Date
}

async function begin({ sql, user, id }: DraftWrite): Promise<{ rev: number; row: StoredDraft | undefined }> {
  const rev = await takeRev(sql, user)
  // The token outlived its person.
  if (rev === undefined) throw new AppError('unauthenticated')
  return { rev, row: await findDraft(sql, user, id) }
}

const isOver = (row: StoredDraft, sent: DraftCopy): boolean =>
  row.gone_why === 'published' || (row.gone_at !== null && newestStamp(sent) <= row.gone_at)

async function refuseOneTooMany({ sql, user }: DraftWrite): Promise<void> {
  if ((await liveDrafts(sql, user)).length < draftLimits.drafts) return
  throw new AppError('validation_failed', { msg: draftWords.many, fields: { drafts: draftWords.many } })
}

function refuseTooLarge(draft: DraftCopy): void {
  const fits =
    Object.keys(draft.fields).length <= draftLimits.fields &&
    Object.keys(draft.images).length <= draftLimits.images &&
    draftBytes(draft) <= draftLimits.bytes
  if (!fits) throw new AppError('payload_too_large', { msg: draftWords.large })
}

/** Pictures that left a draft stay as long as any that was just uploaded: the wish may be taken back. */
async function sparePictures({ sql, user, now }: DraftWrite, before: DraftCopy, after?: DraftCopy) {
  const remaining = new Set(after ? imagesOf(after) : [])
  await touchImages(
    sql,
    user,
    imagesOf(before).filter((id) => !remaining.has(id)),
    now,
  )
}

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** Whether the server knows anything better than what was sent. */
function isBehind(merged: DraftCopy, sent: DraftCopy, part: boolean): boolean {
  if (!part) return !same(merged, sent)
  const differs = (kind: 'fields' | 'images') =>
    Object.entries(sent[kind]).some(([name, stamped]) => !same(merged[kind][name], stamped))
  return differs('fields') || differs('images') || !same(merged.step, sent.step)
}

/** Merges what a phone has into what is here; returns the number of the draft's last change. */
export async function mergeDraft(
  w: DraftWrite,
  { part, ...sent }: DraftCopy & { part: boolean },
): Promise<{ rev: number; behind: boolean }> {
  const { rev, row } = await begin(w)
  if (row && isOver(row, sent)) throw new AppError('gone', { msg: draftWords.gone })
  const live = row && row.gone_why === null ? row : undefined
  if (!live && part) throw new AppError('not_found', { msg: draftWords.part })
  if (!live) await refuseOneTooMany(w)
  const before = live && copyOf(live)
  const merged = mergeDrafts(before ?? sent, sent)
  const behind = isBehind(merged, sent, part)
  if (live && same(before, merged)) return { rev: live.rev, behind }
  refuseTooLarge(merged)
  if (before) await sparePictures(w, before, merged)
  await writeDraft(w.sql, { ...w, rev }, merged)
  return { rev, behind }
}

/** Takes the draft away, unless it was discarded before an edit that is here; returns whether it stays. */
export async function dropDraft(
  w: DraftWrite,
  end: { why: DraftEnd; at: number },
): Promise<{ rev: number; kept: boolean }> {
  const { rev, row } = await begin(w)
  if (row?.gone_why === null) {
    const copy = copyOf(row)
    if (end.why === 'discarded' && end.at < newestStamp(copy)) return { rev: row.rev, kept: true }
    await sparePictures(w, copy)
  } else if (row) {
    // Published stays published, and of two discardings the later one counts.
    const last = {
      why: row.gone_why === 'published' ? row.gone_why : end.why,
      at: Math.max(row.gone_at ?? 0, end.at),
    }
    if (last.why === row.gone_why && last.at === row.gone_at) return { rev: row.rev, kept: false }
    await endDraft(w.sql, { ...w, rev }, last)
    return { rev, kept: false }
  }
  await endDraft(w.sql, { ...w, rev }, end)
  return { rev, kept: false }
}
