/**
 * A draft of an ad as phone and server keep it, and how two copies of it become one (S16). Free of zod: the phone
 * and the server merge with the same few lines. Every value carries the stamp of its own writing and the later one
 * stays, so it does not matter in which order or how often copies arrive.
 */

/**
 * `at` is milliseconds by the phone's best clock, and always above every stamp this phone has seen on the draft
 * (`nextStamp`): an edit made in sight of another one wins over it, however wrong the clocks are.
 */
export interface Stamped<T extends string | number> {
  v: T
  at: number
}

export interface DraftCopy {
  /** What was typed, by the names of the form, always as text; '' is an emptied field. */
  fields: Record<string, Stamped<string>>
  /** By image id: its place among the pictures, lowest first (equal places by id), or `takenOut`. */
  images: Record<string, Stamped<number>>
  /** Where in the form the person is. */
  step: Stamped<string>
  /** Of an ad that is there already; the first one named stays. */
  ad_id?: string | undefined
  /** The version of that ad this draft began with; the higher one stays. */
  base_version?: number | undefined
}

/** Place of a picture that was taken out: the others learn it as they learn any change. */
export const takenOut = -1

export const draftLimits = {
  /** Drafts of one person. */
  drafts: 20,
  /** Bytes of fields, images and step of one draft, as JSON in UTF-8. */
  bytes: 60_000,
  fields: 120,
  /** Characters of one value. */
  value: 20_000,
  /** Pictures named; of those that were taken out the latest that fit. */
  images: 60,
  /** The year 2100: a stamp above it is no clock. */
  stamp: 4_102_444_800_000,
  /** Days the server reports that a draft is gone. */
  goneDays: 60,
} as const

/** Said by the server, shown by the phone. */
export const draftWords = {
  many: 'At most 20 drafts are kept online. Delete one to make room; this one is still on your phone.',
  large: 'This draft is too long to be kept online. It is still on your phone.',
  gone: 'This draft was published or deleted on another device.',
} as const

/** The later of two; of two written at once the larger value, so that everybody chooses the same. */
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

/** Without the oldest of those that were taken out, where there are too many to remember them all. */
function withoutOldestRemovals(images: DraftCopy['images']): DraftCopy['images'] {
  const out = Object.entries(images)
    .filter(([, { v }]) => v === takenOut)
    .sort(([a, x], [b, y]) => x.at - y.at || (a < b ? -1 : 1))
    .slice(0, Math.max(0, Object.keys(images).length - draftLimits.images))
  const forgotten = new Set(out.map(([id]) => id))
  return Object.fromEntries(Object.entries(images).filter(([id]) => !forgotten.has(id)))
}

/** What both know. */
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

/** The highest stamp of a draft. */
export function newestStamp({ fields, images, step }: DraftCopy): number {
  return Math.max(step.at, ...[...Object.values(fields), ...Object.values(images)].map(({ at }) => at))
}

/** The stamp of an edit that is made now, in sight of `draft`; for its deletion too. */
export const nextStamp = (draft: DraftCopy, now: number): number => Math.max(now, newestStamp(draft) + 1)

/** Ids of the pictures in their order. */
export const imagesOf = ({ images }: Pick<DraftCopy, 'images'>): string[] =>
  Object.entries(images)
    .filter(([, place]) => place.v !== takenOut)
    .sort(([a, x], [b, y]) => x.v - y.v || (a < b ? -1 : 1))
    .map(([id]) => id)
