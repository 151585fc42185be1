/** What the browser tells of the network, where it tells anything. */
export interface NetworkInfo {
  type?: string
  effectiveType?: string
  saveData?: boolean
}

/** How much may be fetched that nobody waits for: all, no more than each car's first picture, or only its words. */
export type DownloadAllowance = { pictures: 'all' | 'first' | 'none'; halt: 'lean' | 'wifi' | undefined }

const slow = new Set(['slow-2g', '2g'])

/** Wi-Fi first; a browser that tells nothing holds nothing up. */
export function downloadAllowanceOf({ type, effectiveType, saveData }: NetworkInfo): DownloadAllowance {
  if (saveData === true) return { pictures: 'first', halt: 'lean' }
  if (effectiveType !== undefined && slow.has(effectiveType)) return { pictures: 'none', halt: 'wifi' }
  return type === 'cellular' ? { pictures: 'first', halt: 'wifi' } : { pictures: 'all', halt: undefined }
}
