import { z } from 'zod/mini'
import { clean, id, instant, versionNumber, mintedId, route, write } from '../parts.ts'
import { draftLimits, takenOut } from './draft-copy.ts'
import { imageIdPattern } from './uploads.ts'

/**
 * Server copies of drafts: a lost phone or an emptied browser loses no work (S16). The phone's copy is the one that
 * is edited; these calls carry it over and bring what other devices wrote. Only for a person who is signed in, only
 * their own.
 *
 * - Push after an edit (`putDraft`), the whole draft.
 * - Pull at the start, after a sign-in, when the server is back, when the app is seen again, and when a push says
 *   `behind` (`getDrafts`), then `mergeDrafts`.
 * - `deleteDraft` when it is thrown away, or published: a discarded draft comes back when an edit later than the
 *   discarding arrives, a published one never does.
 *
 * Every call may arrive twice, late, or out of order: stamps decide, not the order. Pictures are uploaded as ever
 * (`uploads.ts`); a draft names them, before or after they have arrived, and keeps them from being tidied away.
 */

const at = z.int().check(z.minimum(0), z.maximum(draftLimits.stamp))
const limited = <T extends object>(most: number) =>
  z.refine<T>((all) => Object.keys(all).length <= most, `At most ${most} entries`)
/** Of any field, so it may have lines. Half of a character cannot be stored. */
const writable = z.overwrite<string>((v) => clean(v.replace(/\p{Surrogate}/gu, '�')))
const value = z.string().check(writable, z.maxLength(draftLimits.value))

const fields = z
  .record(z.string().check(z.regex(/^[a-z][\w.:-]{0,59}$/i)), z.object({ v: value, at }))
  .check(limited(draftLimits.fields))
const place = z.int().check(z.minimum(takenOut), z.maximum(9999))
const images = z
  .record(z.string().check(z.regex(imageIdPattern)), z.object({ v: place, at }))
  // What a phone took out it remembers until the next merge.
  .check(limited(4 * draftLimits.images))
const step = z.object({ v: z.string().check(writable, z.maxLength(40)), at })
const version = z.int().check(z.minimum(0))

/** A draft as it travels; a `DraftCopy` as it is on the phone fits. */
const copy = { fields, images, step, ad_id: z.optional(id), base_version: z.optional(versionNumber) }

/** A draft as the server has it. */
const syncedDraft = z.object({
  id,
  rev: version,
  ...copy,
  /** When it last changed here, by the server's clock. */
  updated_at: instant,
  /** Those of its pictures that have arrived whole: `/media/{id}/320.webp` and so on show them. */
  pictures: z.array(z.object({ id, width: z.int(), height: z.int(), blur: z.string() })),
})
export type SyncedDraft = z.output<typeof syncedDraft>

/** `discarded`: thrown away, and an edit later than that brings it back. `published`: became an ad, and stays gone. */
export const draftEnds = ['discarded', 'published'] as const
export type DraftEnd = (typeof draftEnds)[number]
/** A draft that is gone from the server; reported for 60 days. */
const goneDraft = z.object({ id, rev: version, at, why: z.enum(draftEnds) })

export const draftRoutes = {
  /**
   * Merges the phone's draft into the server's. Refused with `gone` when it was published, or discarded later than
   * everything in it; `validation_failed` with the field `drafts` when there are twenty already; `payload_too_large`
   * above 60 KB.
   */
  putDraft: write('PUT sync/drafts/:id', 'own:drafts', {
    params: { id: mintedId },
    body: z.object(copy),
    data: z.object({
      id,
      /** Of the draft as it is now. Higher with every change of any draft of this person. */
      rev: version,
      /** The server has something newer than what was sent: pull. */
      behind: z.boolean(),
    }),
  }),
  /** What changed after `rev` (0: everything), oldest change first. */
  getDrafts: route('GET sync/drafts/since/:rev', 'own:drafts', {
    params: { rev: z.string().check(z.regex(/^\d{1,15}$/)) },
    data: z.object({
      /** To ask with next time. */
      rev: version,
      /** Ask again at once: there is more after `rev`. */
      more: z.boolean(),
      /** The server was set back to an earlier day and sent everything it has: push what `live` lacks. */
      full: z.boolean(),
      drafts: z.array(syncedDraft),
      gone: z.array(goneDraft),
      /** Every draft the server has, changed or not. */
      live: z.array(z.object({ id, rev: version })),
    }),
  }),
  /** `at` is the stamp of the deletion (`nextStamp`). Deleting again, or what never arrived, is as good as once. */
  deleteDraft: write('DELETE sync/drafts/:id', 'own:drafts', {
    params: { id: mintedId },
    body: z.object({ at, why: z.enum(draftEnds) }),
    data: z.object({
      id,
      rev: version,
      /** Not gone: an edit on another device was later. Pull. */
      kept: z.boolean(),
    }),
  }),
}
