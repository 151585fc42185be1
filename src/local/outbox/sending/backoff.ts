/** Full jitter: many phones that lost the same server do not come back in the same second (S42). */
export const backoffCap = 300_000
export const backoffBase = 2000
/** The longest a server may ask us to wait. */
export const retryAfterCap = 3_600_000

export function backoff(failures: number, random: () => number): number {
  return Math.floor(random() * Math.min(backoffCap, backoffBase * 2 ** Math.min(failures, 30)))
}

/** A wish cannot wait longer than this, whatever a wrong clock once wrote (I19). */
export function clampNext(nextAt: number, now: number, cap: number = backoffCap): number {
  return Math.min(nextAt, now + cap)
}
