/** How much is sent at a time: little on a bad radio, so that little is lost when it drops (I13). */
export const chunkSize = {
  start: 256 * 1024,
  most: 2 * 1024 * 1024,
  least: 16 * 1024,
  /** Milliseconds; a chunk that took less may be followed by one of twice its size. */
  quick: 5000,
} as const

export const afterSuccess = (size: number, took: number): number =>
  took >= 0 && took < chunkSize.quick ? Math.min(size * 2, chunkSize.most) : size

export const afterFailure = (size: number): number => Math.max(Math.floor(size / 2), chunkSize.least)
