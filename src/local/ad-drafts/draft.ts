import type { Fields } from '#contract/commands.ts'
import { imagesOf, type DraftCopy, nextStamp, takenOut, type Stamped } from '#contract/sync/draft-copy.ts'
import type { Base, DraftRow } from '../database/records.ts'
import type { DraftChange } from './types.ts'

/**
 * Number of the format of an ad draft in a row of `drafts`; the row has the copy that phone and server merge, as JSON.
 * `readRow` also reads rows of older apps and rows that the outbox set aside; their next change writes this format (I16).
 */
const shape = '1'
const prefix = 'ad:'

/** Returns the row id of a draft, which is also the `owner` of its pictures. */
export const rowIdOf = (id: string): string => prefix + id
export const idOf = (rowId: string): string | undefined =>
  rowId.startsWith(prefix) ? rowId.slice(prefix.length) : undefined

/** A parsed row. */
export interface DraftState {
  copy: DraftCopy
  base: Base | undefined
  /** Whether the draft has changes that the server lacks. */
  news: boolean
}

const nothing = (): DraftCopy => ({ fields: {}, images: {}, step: { v: '', at: 0 } })
export const emptyDraft = (): DraftState => ({ copy: nothing(), base: undefined, news: false })

/** Returns the `values` of the row, in the current format. */
export function valuesOf({ copy, base, news }: DraftState): Record<string, string> {
  return {
    shape,
    copy: JSON.stringify(copy),
    ...(base && { base: JSON.stringify(base) }),
    ...(news && { news: '1' }),
  }
}

/** Parses a row; returns undefined for the format of a newer app, whose rows stay unchanged. */
export function readRow({
  values,
  updatedAt,
}: Pick<DraftRow, 'values' | 'updatedAt'>): DraftState | undefined {
  const { shape: written, ...rest } = values
  if (written === undefined) return { ...emptyDraft(), copy: fromFlat(rest, updatedAt), news: true }
  if (written !== shape) return undefined
  return {
    copy: partOf<DraftCopy>(values['copy']) ?? nothing(),
    base: partOf<Base>(values['base']),
    news: values['news'] === '1',
  }
}

function partOf<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** Parts of a payload that are not fields of the form. */
const beside = new Set(['adId', 'imageIds', 'images', 'status'])

/** Converts a row without a format number: one value per field, lists as JSON. */
function fromFlat(values: Readonly<Record<string, string>>, at: number): DraftCopy {
  const fields: Record<string, Stamped<string>> = {}
  for (const [name, text] of Object.entries(values))
    if (!beside.has(name)) fields[name] = { v: textOf(partOf<unknown>(text) ?? text, text), at }
  const named = partOf<unknown>(values['imageIds'])
  const ids = Array.isArray(named) ? named.filter((id) => typeof id === 'string') : []
  const images = Object.fromEntries(ids.map((id, place) => [id, { v: place, at }]))
  return { fields, images, step: { v: '', at } }
}
/** Returns the text of a form field: a list is joined with commas, and a number stays as it was typed. */
const textOf = (value: unknown, written: string): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : written

/** Converts the fields of an ad to the texts of its form. */
export function formOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !beside.has(name))
      .map(([name, value]) => [name, textOf(value, typeof value === 'number' ? String(value) : '')]),
  )
}

/** Applies an edit; only values that differ get a new stamp. */
export function changed(
  known: DraftState,
  { fields = {}, step, about, order }: DraftChange,
  now: number,
): DraftState {
  const at = nextStamp(known.copy, now)
  const texts: Record<string, Stamped<string>> = { ...known.copy.fields }
  for (const [name, v] of Object.entries(fields)) if (texts[name]?.v !== v) texts[name] = { v, at }
  const copy: DraftCopy = {
    ...known.copy,
    fields: texts,
    ...(step !== undefined && step !== known.copy.step.v && { step: { v: step, at } }),
    ...(about && known.copy.ad_id === undefined && { ad_id: about.adId, base_version: about.base.version }),
  }
  const next: DraftState = { copy, base: known.base ?? about?.base, news: true }
  // The order may be older than the removal of a picture and must not restore that picture.
  const named = order?.filter((id) => copy.images[id]?.v !== takenOut)
  return named ? arranged(next, named, { now }) : next
}

/** Puts the pictures into this order. Pictures that `order` lacks follow at the end; pictures of `out` are removed. */
export function arranged(
  known: DraftState,
  order: readonly string[],
  o: { now: number; out?: readonly string[] },
): DraftState {
  const at = nextStamp(known.copy, o.now)
  const out = new Set(o.out)
  const all = [...new Set([...order, ...imagesOf(known.copy)])].filter((id) => !out.has(id))
  const images: Record<string, Stamped<number>> = { ...known.copy.images }
  for (const [place, id] of all.entries()) if (images[id]?.v !== place) images[id] = { v: place, at }
  for (const id of out) images[id] = { v: takenOut, at }
  return { ...known, copy: { ...known.copy, images }, news: true }
}

/** Gives an unchanged draft a new stamp of at least `now`, so that a restored draft is later than its deletion. */
export const renewed = (known: DraftState, now: number): DraftState => ({
  ...known,
  copy: { ...known.copy, step: { v: known.copy.step.v, at: nextStamp(known.copy, now) } },
  news: true,
})
