import { Uppy } from '@uppy/core'
import { limits } from '#contract/limits.ts'
import { uploadLimits } from '#contract/sync/uploads.ts'
import { photoMessages } from './album.ts'

/** Type and ending: some phones name no type. */
const types = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', '.jpeg', '.jpg', '.png', '.webp']
const plural = (words: string) => ({ 0: words, 1: words })

/** What may be taken of picked files, and one sentence for each reason that something was not. */
export interface Taken {
  files: File[]
  refused: string[]
}

/**
 * Looks through picked files by the limits of an ad's pictures (R-VAL-38 to R-VAL-41). `there` is how many it has
 * already: the first ones that fit are taken.
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
