/**
 * Where pictures lie that people uploaded, by names like `masters/img_….webp`: a folder, or an S3-compatible store that
 * several processes share. A store that does not answer throws `unavailable`, and is never taken for an empty one.
 */
export interface PictureStore {
  /** There whole, also after a power cut, or not there. */
  put: (name: string, bytes: Buffer) => Promise<void>
  get: (name: string) => Promise<Buffer | undefined>
  has: (name: string) => Promise<boolean>
  /** Taking away what is not there changes nothing. */
  remove: (name: string) => Promise<void>
  /** File names in a folder, some at a time. */
  list: (folder: string) => AsyncIterable<string[]>
  /** Throws `unavailable` with a sentence when the store cannot be reached; `write` tries a file of its own as well. */
  check: (write?: boolean) => Promise<void>
  /** A question costs a round trip: what was made from a picture is kept there too, and answers are cached. */
  far: boolean
  close: () => void
}
