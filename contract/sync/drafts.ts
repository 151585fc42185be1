import { z } from 'zod/mini'
import { clean, id, instant, versionNumber, mintedId, route, write } from '../parts.ts'
import { draftLimits, takenOut } from './draft-copy.ts'
import { imageIdPattern } from './uploads.ts'

/**
 * Server copies of drafts, so that a lost phone or an emptied browser loses no work (S16). The person edits the phone's copy;
 * these calls upload it and download the edits of other devices. They need a login, and a person reaches only their own
 * drafts.
 *
 * - Push after an edit (`putDraft`), always the whole draft.
 * - Pull (`getDrafts`) at the start, after a sign-in, when the server is reachable again, when the app becomes visible, and
 *   when a push returns `behind`; then `mergeDrafts`.
 * - `deleteDraft` after a discard or a publication. A discarded draft returns when an edit later than the discard arrives; a
 *   published draft never returns.
 *
 * Every call may arrive twice, late, or out of order: the stamps decide, not the order. Pictures use the normal uploads
 * (`uploads.ts`). A draft names its pictures, before or after they have arrived, and so protects them from the clean-up.
 */

const at = z.int().check(z.minimum(0), z.maximum(draftLimits.stamp))
const limited = <T extends object>(most: number) =>
  z.refine<T>((all) => Object.keys(all).length <= most, `At most ${most} entries`)
/** Value of any field, so it may contain line breaks. A lone surrogate cannot be stored. */
const writable = z.overwrite<string>((v) => clean(v.replace(/\p{Surrogate}/gu, '�')))
const value = z.string().check(writable, z.maxLength(draftLimits.value))

const fields = z
  .record(z.string().check(z.regex(/^[a-z][\w.:-]{0,59}$/i)), z.object({ v: value, at }))
  .check(limited(draftLimits.fields))
const place = z.int().check(z.minimum(takenOut), z.maximum(9999))
const images = z
  .record(z.string().check(z.regex(imageIdPattern)), z.object({ v: place, at }))
  // A phone remembers the pictures it removed until the next merge.
  .check(limited(4 * draftLimits.images))
const step = z.object({ v: z.string().check(writable, z.maxLength(40)), at })
const version = z.int().check(z.minimum(0))

/** A draft in a request; a `DraftCopy` of the phone fits. */
const copy = { fields, images, step, ad_id: z.optional(id), base_version: z.optional(versionNumber) }

/** A draft as the server stores it. */
const syncedDraft = z.object({
  id,
  rev: version,
  ...copy,
  /** Server time of the last change. */
  updated_at: instant,
  /** Pictures of the draft that have arrived completely, available at `/media/{id}/320.webp` and so on. */
  pictures: z.array(z.object({ id, width: z.int(), height: z.int(), blur: z.string() })),
})
export type SyncedDraft = z.output<typeof syncedDraft>

/** `discarded`: an edit later than the discard restores the draft. `published`: the draft became an ad and is never restored. */
export const draftEnds = ['discarded', 'published'] as const
export type DraftEnd = (typeof draftEnds)[number]
/** A draft that is gone from the server; reported for 60 days. */
const goneDraft = z.object({ id, rev: version, at, why: z.enum(draftEnds) })

export const draftRoutes = {
  /**
   * Merges the phone's draft into the server's. Fails with `gone` for a published draft and for one discarded later than its
   * last edit, with `validation_failed` at `drafts` when the person has twenty drafts already, and with `payload_too_large`
   * above 60 KB.
   */
  putDraft: write('PUT sync/drafts/:id', 'own:drafts', {
    params: { id: mintedId },
    body: z.object(copy),
    data: z.object({
      id,
      /** Current revision of the draft; grows with every change of any draft of this person. */
      rev: version,
      /** Whether the server has a newer value than the request: the phone must pull. */
      behind: z.boolean(),
    }),
  }),
  /** Returns changes after `rev` (0: everything), oldest change first. */
  getDrafts: route('GET sync/drafts/since/:rev', 'own:drafts', {
    params: { rev: z.string().check(z.regex(/^\d{1,15}$/)) },
    data: z.object({
      /** Value of `rev` for the next request. */
      rev: version,
      /** Whether there are more changes after `rev`: the phone must request them at once. */
      more: z.boolean(),
      /**
       * Whether the server was restored from a backup and sent all its drafts: the phone must push the drafts that `live`
       * lacks.
       */
      full: z.boolean(),
      drafts: z.array(syncedDraft),
      gone: z.array(goneDraft),
      /** All drafts that the server has, changed or not. */
      live: z.array(z.object({ id, rev: version })),
    }),
  }),
  /** Deletes a draft; `at` is the stamp of the deletion (`nextStamp`). Deleting twice, or deleting an unknown draft, succeeds. */
  deleteDraft: write('DELETE sync/drafts/:id', 'own:drafts', {
    params: { id: mintedId },
    body: z.object({ at, why: z.enum(draftEnds) }),
    data: z.object({
      id,
      rev: version,
      /** Whether the draft remains because an edit on another device was later: the phone must pull. */
      kept: z.boolean(),
    }),
  }),
}
