import { adFields } from '#contract/ads.ts'
import type { AdDraft } from '#local/react'

/** What a whole ad has; its state is not asked for, its pictures are counted apart. */
const names = Object.keys(adFields.shape).filter((name) => name !== 'status' && name !== 'images')

/** Per cent of what an ad must have, a picture included. */
export function howFar({ fields, pictures }: Pick<AdDraft, 'fields' | 'pictures'>): number {
  const filled = names.filter((name) => (fields[name]?.v ?? '') !== '').length
  return Math.round((100 * (filled + (pictures.length > 0 ? 1 : 0))) / (names.length + 1))
}
