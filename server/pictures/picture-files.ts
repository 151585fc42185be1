import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import type { WantedPicture } from '../kernel/deps.ts'

/** What is kept of pictures of one kind, and how many are made at once. */
export const pictureServiceLimits = {
  diskBytes: 512 * 1024 * 1024,
  memoryBytes: 16 * 1024 * 1024,
  /** Drawings at once, and requests that may wait for one. */
  places: 2,
  waiting: 300,
} as const

const files: ReadonlyMap<string, Pick<WantedPicture, 'width' | 'format'>> = new Map(
  pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => [`${width}.${format}`, { width, format }] as const),
  ),
)

/** What a file name of an address means, e.g. `640.avif`. */
export const fileOf = (name: string) => files.get(name)
