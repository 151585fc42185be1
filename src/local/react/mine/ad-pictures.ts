import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useCallback, useEffect, useState } from 'react'
import type { UploadProgress } from '../../upload/blob-rows.ts'
import { useLocal, useReadable } from '../context.ts'
import { useObjectUrl } from '../object-urls.ts'
import { useAdDraftService } from './ad-drafts.ts'

/** Hooks for the pictures of ad drafts and waiting ads; no first view needs them. */

export type Uploading = UploadProgress
/** Milliseconds between two reads of the progress. */
const lookAgain = 1000

/** Returns the upload progress of a waiting ad's pictures; undefined while it is not known. */
export function useUploading(item: string | undefined): Uploading | undefined {
  const { env, views } = useLocal()
  const { outbox } = useReadable(views)
  const sending = outbox.some(({ id, state }) => id === item && state === 'sending')
  const open = useAdDraftService()
  const [seen, setSeen] = useState<{ item: string; progress: Uploading | undefined }>()
  useEffect(() => {
    if (item === undefined) return undefined
    let timer: unknown
    let gone = false
    const look = async () => {
      const progress = await open()
        .then((service) => service.progress(item))
        .catch(ignoreExpected('upload-progress', isPassing))
      if (gone) return
      setSeen({ item, progress })
      if (sending) timer = env.setTimeout(() => void look(), lookAgain)
    }
    void look()
    return () => {
      gone = true
      env.clearTimeout(timer)
    }
  }, [env, item, open, sending])
  return seen?.item === item ? seen?.progress : undefined
}

/** Returns the object URL of a stored picture in full size; the thumbnails are too coarse for a cover. */
export function useWholePicture(blobId: string | undefined): string | undefined {
  const open = useAdDraftService()
  const read = useCallback(async (id: string) => (await open()).picture(id), [open])
  return useObjectUrl(blobId, read)
}
