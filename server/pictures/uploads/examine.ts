// Looks at what was uploaded as if a stranger had sent it, and keeps nothing of it but the pixels.
import { fieldError } from '../../kernel/call.ts'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import { foreignKind, foreignWords } from '#contract/sync/foreign-files.ts'
import { pictureWords, sniffPicture, uploadLimits } from '#contract/sync/uploads.ts'
import { blurOf } from '../picture-files.ts'

const damaged = () => fieldError('image', pictureWords.damaged)

/** Seconds for one picture: no file, however it is made, keeps the others waiting for long. */
const patience = 45

export interface Examined {
  /** Upright WebP of at most 2048 px without metadata: no camera, no place, no hidden second file. */
  master: Buffer
  width: number
  height: number
  blur: string
}

async function headOf(bytes: Buffer): Promise<{ pixels: number; format: string }> {
  try {
    // Reads the header only.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { pixels: width * height, format }
  } catch {
    // Whatever the decoder says about it, it is no picture.
    throw damaged()
  }
}

/** The picture as it is kept; throws `AppError` for what is no usable picture. */
export async function examine(bytes: Buffer): Promise<Examined> {
  const type = sniffPicture(bytes)
  if (type === undefined) {
    const kind = foreignKind(bytes)
    const msg = kind === undefined ? pictureWords.type : foreignWords[kind]
    throw new AppError('unsupported_media_type', { msg })
  }
  const { pixels, format } = await headOf(bytes)
  if (`image/${format}` !== type) throw new AppError('unsupported_media_type', { msg: pictureWords.type })
  if (pixels > uploadLimits.pixels) {
    throw new AppError('validation_failed', {
      msg: pictureWords.pixels,
      fields: { image: pictureWords.pixels },
    })
  }
  const side = uploadLimits.longest
  try {
    const { data: master, info } = await sharp(bytes, {
      limitInputPixels: uploadLimits.pixels,
      failOn: 'error',
    })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 86, effort: 4 })
      .timeout({ seconds: patience })
      .toBuffer({ resolveWithObject: true })
    return { master, width: info.width, height: info.height, blur: await blurOf(master) }
  } catch {
    // The same: a header that promised more than there is.
    throw damaged()
  }
}
