import { Uppy } from '@uppy/core'
import { limits } from '#contract/limits.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'
import { photoMessages } from './album.ts'

/** MIME types and file extensions; some phones report no MIME type. */
const types = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', '.jpeg', '.jpg', '.png', '.webp']
const plural = (words: string) => ({ 0: words, 1: words })

/** The accepted files, and one message for each reason for which a file was refused. */
export interface Taken {
  files: File[]
  refused: string[]
}

/**
 * Checks picked files against the limits of an ad's pictures (R-VAL-38 to R-VAL-41). `there` is the number of pictures that
 * the ad has already; the first files that fit are accepted.
 */
export function takeFiles(files: readonly File[], there: number): Taken {
  const left = limits.adImages - there
  if (left <= 0) return { files: [], refused: files.length > 0 ? [photoMessages.many] : [] }
  const uppy = new Uppy({
    autoProceed: false,
    restrictions: { maxNumberOfFiles: left, maxFileSize: uploadLimits.bytes, allowedFileTypes: types },
    locale: {
      strings: {
        youCanOnlyUploadX: plural(photoMessages.many),
        exceedsSize: photoMessages.large,
        youCanOnlyUploadFileTypes: photoMessages.type,
        noDuplicates: 'This picture was chosen twice',
      },
      pluralize: () => 0,
    },
  })
  const refused = new Set<string>()
  for (const file of files) {
    try {
      uppy.addFile({ name: file.name, type: file.type, data: file, source: 'pick' })
    } catch (error) {
      refused.add(error instanceof Error ? error.message : photoMessages.type)
    }
  }
  const taken = uppy.getFiles().map(({ data }) => data as File)
  uppy.destroy()
  return { files: taken, refused: [...refused] }
}
