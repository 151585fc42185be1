/**
 * A draft of an ad as phone and server store it, and the merge of two copies (S16). Free of zod: phone and server use the
 * same merge. Every value carries the stamp of its edit, and the later stamp wins, so order and repetition of deliveries do
 * not matter.
 */

/**
 * A value with its stamp. `at` is in milliseconds by the phone's best clock and always greater than every stamp that this
 * phone has seen in the draft (`nextStamp`): an edit wins over every edit that its author saw, even with wrong clocks.
 */
export interface Stamped<T extends string | number> {
  v: T
  at: number
}

export interface DraftCopy {
  /** Typed values by the field names of the form, always as text; '' is an emptied field. */
  fields: Record<string, Stamped<string>>
  /** Position of each picture by image id, lowest first (equal positions by id), or `takenOut`. */
  images: Record<string, Stamped<number>>
  /** Current step of the form. */
  step: Stamped<string>
  /** Id of the existing ad that the draft edits; the first id stays. */
  ad_id?: string | undefined
  /** Version of that ad at the start of the draft; the higher version stays. */
  base_version?: number | undefined
}

/** Position of a removed picture, so that a removal is merged like any other change. */
export const takenOut = -1

export const draftLimits = {
  /** Maximum number of drafts of one person. */
  drafts: 20,
  /** Maximum number of bytes of fields, images and step of one draft, as JSON in UTF-8. */
  bytes: 60_000,
  fields: 120,
  /** Maximum number of characters of one value. */
  value: 20_000,
  /** Maximum number of image entries; beyond it the oldest removals are dropped. */
  images: 60,
  /** The year 2100: a higher stamp is not from a clock. */
  stamp: 4_102_444_800_000,
  /** Days for which the server reports a draft as gone. */
  goneDays: 60,
} as const

/** Messages of the server that the phone shows. */
export const draftWords = {
  many: 'At most 20 drafts are kept online. Delete one to make room; this one is still on your phone.',
  large: 'This draft is too long to be kept online. It is still on your phone.',
  gone: 'This draft was published or deleted on another device.',
} as const

/** Returns the later value. For equal stamps the larger value wins, so that every device makes the same choice. */
function laterOf<T extends string | number>(a: Stamped<T> | undefined, b: Stamped<T>): Stamped<T> {
  if (!a || b.at > a.at) return b
  return b.at === a.at && b.v > a.v ? b : a
}

function mergeAll<T extends string | number>(
  a: Readonly<Record<string, Stamped<T>>>,
  b: Readonly<Record<string, Stamped<T>>>,
): Record<string, Stamped<T>> {
  const merged = new Map(Object.entries(a))
  for (const [name, stamped] of Object.entries(b)) merged.set(name, laterOf(merged.get(name), stamped))
  return Object.fromEntries(merged)
}

/** Drops the oldest removals when there are more images than the limit. */
function withoutOldestRemovals(images: DraftCopy['images']): DraftCopy['images'] {
  const out = Object.entries(images)
    .filter(([, { v }]) => v === takenOut)
    .sort(([a, x], [b, y]) => x.at - y.at || (a < b ? -1 : 1))
    .slice(0, Math.max(0, Object.keys(images).length - draftLimits.images))
  const forgotten = new Set(out.map(([id]) => id))
  return Object.fromEntries(Object.entries(images).filter(([id]) => !forgotten.has(id)))
}

/** Merges two copies of a draft. */
export function mergeDrafts(a: DraftCopy, b: DraftCopy): DraftCopy {
  const ad = a.ad_id ?? b.ad_id
  const versions = [a.base_version, b.base_version].filter((v) => v !== undefined)
  return {
    fields: mergeAll(a.fields, b.fields),
    images: withoutOldestRemovals(mergeAll(a.images, b.images)),
    step: laterOf(a.step, b.step),
    ...(ad !== undefined && { ad_id: ad }),
    ...(versions.length > 0 && { base_version: Math.max(...versions) }),
  }
}

/** Returns the highest stamp of a draft. */
export function newestStamp({ fields, images, step }: DraftCopy): number {
  return Math.max(step.at, ...[...Object.values(fields), ...Object.values(images)].map(({ at }) => at))
}

/** Returns the stamp of an edit or of a deletion of `draft` at the time `now`. */
export const nextStamp = (draft: DraftCopy, now: number): number => Math.max(now, newestStamp(draft) + 1)

/** Returns the ids of the pictures in their order. */
export const imagesOf = ({ images }: Pick<DraftCopy, 'images'>): string[] =>
  Object.entries(images)
    .filter(([, place]) => place.v !== takenOut)
    .sort(([a, x], [b, y]) => x.v - y.v || (a < b ? -1 : 1))
    .map(([id]) => id)
