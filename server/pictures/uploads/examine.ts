import { fieldError } from '../../kernel/call.ts'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import { pictureWords, sniffPicture, uploadLimits } from '#contract/sync/uploads.ts'
import { blurOf } from '../picture-files.ts'

/**
 * Messages for files that are no accepted pictures: what a file is, and what to do. They do not decide: `sniffPicture` decides
 * what is accepted.
 */
export const foreignWords = {
  heic: 'This is a HEIC picture, as iPhones take them. Save it as JPEG, or set the camera to "Most Compatible".',
  avif: 'This is an AVIF picture. Please save it as JPEG, PNG or WebP.',
  gif: 'This is a GIF. Please choose a photo: JPEG, PNG or WebP.',
  svg: 'This is a drawing (SVG). Please choose a photo: JPEG, PNG or WebP.',
  tiff: 'This is a TIFF or raw picture. Please save it as JPEG.',
  bmp: 'This is a BMP picture. Please save it as JPEG or PNG.',
  pdf: 'This is a PDF document. Take a picture of the page, or save it as JPEG.',
  video: 'This is a video. Please choose a photo: JPEG, PNG or WebP.',
  page: 'This is a web page. Save the picture itself and choose that.',
  archive: 'This is a packed file. Unpack it and choose the pictures in it.',
} as const
type ForeignKind = keyof typeof foreignWords

/** Kinds of files by the characters at a position; the first match counts. */
const marks: readonly (readonly [at: number, text: string, kind: ForeignKind])[] = [
  [4, 'ftypavi', 'avif'],
  [4, 'ftyphei', 'heic'],
  [4, 'ftyphev', 'heic'],
  [4, 'ftypmif1', 'heic'],
  [4, 'ftypmsf1', 'heic'],
  [4, 'ftyp', 'video'],
  [8, 'AVI ', 'video'],
  [0, '\x1aE\xdf\xa3', 'video'],
  [0, 'GIF8', 'gif'],
  [0, 'II*\0', 'tiff'],
  [0, 'MM\0*', 'tiff'],
  [6, '\0\0\0\0', 'bmp'],
  [0, '%PDF-', 'pdf'],
  [0, 'PK\x03\x04', 'archive'],
  [0, 'Rar!', 'archive'],
  [0, '7z\xbc\xaf', 'archive'],
  [0, '\x1f\x8b', 'archive'],
]
const texts: readonly (readonly [RegExp, ForeignKind])[] = [
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/is,
    'svg',
  ],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|script)\b/i, 'page'],
]
/** Number of bytes that are examined. */
const looked = 512

/** Returns the kind of a file that is not accepted; undefined if it is unknown. */
function foreignKind(bytes: Uint8Array): ForeignKind | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, looked))
  const mark = marks.find(
    ([at, words, kind]) => text.startsWith(words, at) && (kind !== 'bmp' || text.startsWith('BM')),
  )
  return mark?.[2] ?? texts.find(([start]) => start.test(text))?.[1]
}

// Examines an upload as untrusted data, and keeps only its pixels.

/** Reports any failure of the decoder as a damaged picture: a header may promise more than the file contains. */
const orDamaged = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw fieldError('image', pictureWords.damaged)
  })

/** Maximum seconds for one picture, so that no file delays the others for long. */
const patience = 45

export interface Examined {
  /** Upright WebP of at most 2048 px without metadata: no camera, no place, no hidden second file. */
  master: Buffer
  width: number
  height: number
  blur: string
}

/** Returns the picture in the form in which it is stored; throws `AppError` for an unusable file. */
export async function examine(bytes: Buffer): Promise<Examined> {
  const type = sniffPicture(bytes)
  if (type === undefined) {
    const kind = foreignKind(bytes)
    const msg = kind === undefined ? pictureWords.type : foreignWords[kind]
    throw new AppError('unsupported_media_type', { msg })
  }
  // Reads the header only.
  const { width, height, format } = await orDamaged(sharp(bytes, { limitInputPixels: false }).metadata())
  if (`image/${format}` !== type) throw new AppError('unsupported_media_type', { msg: pictureWords.type })
  if (width * height > uploadLimits.pixels) throw fieldError('image', pictureWords.pixels)
  const side = uploadLimits.longest
  const { data: master, info } = await orDamaged(
    sharp(bytes, { limitInputPixels: uploadLimits.pixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 86, effort: 4 })
      .timeout({ seconds: patience })
      .toBuffer({ resolveWithObject: true }),
  )
  return { master, width: info.width, height: info.height, blur: await orDamaged(blurOf(master)) }
}
