import type { BucketName } from '../cache/budget.ts'

/** What can be cleared by hand; what a person wrote has its own ways. */
export const clearable = ['answers', 'thumbs', 'viewedPictures', 'viewed', 'favourites'] as const
export type Clearable = (typeof clearable)[number]

export interface StorageReport {
  sizes: Readonly<Record<BucketName, number>>
  /** Bytes kept free for what a person writes. */
  reserve: number
  /** Whether the browser promised not to throw it away; undefined where it cannot tell. */
  lasting: boolean | undefined
  /** It was asked before, and what it said then. */
  asked: boolean | undefined
  /** It can be asked. */
  mayAsk: boolean
  /** What this app loaded in this month, bytes, and which month that is: `2026-11`. */
  used: { month: string; bytes: number }
  /** The person asked the browser for few bytes. */
  savesData: boolean
}

/** Hands of the engine for the screen about storage. */
export interface StorageService {
  read: () => Promise<StorageReport>
  clear: (what: Clearable) => Promise<void>
  /** Asks the browser not to throw this phone's data away; what it said. */
  ask: () => Promise<boolean>
  /** Goes on with keeping favourites after they were cleared. */
  resume: () => Promise<void>
}
