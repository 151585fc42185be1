/** Why not everything is fetched now: few bytes wished, Wi-Fi waited for, as many pictures as fit, no room, stopped. */
export type PinHalt = 'lean' | 'wifi' | 'cap' | 'full' | 'stopped'

/** How far this phone is with keeping a person's favourites for the times without signal. */
export interface PinsView {
  /** Favourites that can be kept. */
  of: number
  /** Those that are here, with as many pictures as they shall have now. */
  saved: number
  /** Ids of those that do not open without signal yet. */
  missing: ReadonlySet<string>
  halt: PinHalt | undefined
}
export const noPins: PinsView = { of: 0, saved: 0, missing: new Set(), halt: undefined }
