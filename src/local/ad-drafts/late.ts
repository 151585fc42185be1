import type { Fields, Payloads } from '#contract/commands.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { OutboxItem } from '../database/records.ts'
import { same } from '../outbox/merge.ts'
import { formOf } from './draft.ts'
import type { AdDraft, DraftFields } from './types.ts'

/** A price is kept in hundredths. */
const says = (text: string, value: unknown, there: string | undefined): boolean =>
  typeof value === 'number' ? Math.round(Number(text) * 100) / 100 === value : text.trim() === there

/**
 * What stands in the draft of an ad and did not go out with it: typed, or added, after it was published. Empty as well
 * once changes of the ad have gone their own way.
 */
export function typedLate({ id, fields, pictures }: AdDraft, lane: readonly OutboxItem[]): DraftFields {
  const birth = lane.find(({ kind }) => kind === 'ad.create')
  if (!birth || lane.some(({ kind }) => kind === 'ad.edit')) return {}
  const { adId, ad, imageIds } = birth.payload as Payloads['ad.create']
  if (adId !== id) return {}
  const sent: Fields = ad
  const texts = formOf(sent)
  const late = Object.entries(fields).filter(
    ([name, { v }]) => Object.hasOwn(texts, name) && !says(v, sent[name], texts[name]),
  )
  const names = pictures.map(({ imageId }) => imageId)
  return {
    ...Object.fromEntries(late.map(([name, { v }]) => [name, v])),
    ...(!same(names, imageIds) && {
      images: JSON.stringify(names.map(uploadedUrl)),
    }),
  }
}
