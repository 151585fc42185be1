import { grouped } from '#contract/values/region.ts'

/** Rounds an estimate to its three leading digits: `612,340` becomes `612,000`. */
export function roundEstimate(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 2)
  return Math.round(amount / step) * step
}

/** Formats the age of an ad by the server's clock: `listed today`, `listed 2 days ago`. */
export function formatListedAgo(createdAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(createdAt)) / 86_400_000)
  if (!(days >= 1)) return 'listed today'
  if (days < 31) return days === 1 ? 'listed 1 day ago' : `listed ${days} days ago`
  const months = Math.floor(days / 30.44)
  if (months < 24) return months <= 1 ? 'listed 1 month ago' : `listed ${months} months ago`
  return `listed ${Math.floor(days / 365.25)} years ago`
}

/** Formats a number of views: `1 view`, `1,341 views`. */
export const formatViews = (clicks: number) => `${grouped(clicks)} ${clicks === 1 ? 'view' : 'views'}`

/** Parses features from a list or a comma-separated string (R-ENT-08) without blanks and duplicates. */
export function parseFeatures(carfeatures: readonly string[] | string): string[] {
  const parts = typeof carfeatures === 'string' ? carfeatures.split(',') : carfeatures
  return [...new Set(parts.map((p) => p.trim()).filter((p) => p !== ''))]
}

/** Returns the label of the chat button and the title of its dialog (R-CAR-12). */
export const chatLabel = ({ kind }: { kind: 'dealer' | 'private' }): string =>
  `Chat with the ${kind === 'dealer' ? 'dealer' : 'seller'}`
