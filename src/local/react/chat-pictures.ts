import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useEffect, useState } from 'react'
import type { Sent } from '../chat/shown.ts'
import { blobIdOf } from '../upload/blob-rows.ts'
import { useLocal } from './context.ts'

/** Addresses of the small copies of pictures that wait with a message, by the picture's id, while they are shown. */
export function useWaitingPictures(
  other: string | undefined,
  sent: readonly Sent[],
): ReadonlyMap<string, string> {
  const { load } = useLocal()
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = sent.flatMap(({ state, payload }) => (state === 'done' ? [] : (payload.image ?? []))).join()
  useEffect(() => {
    if (other === undefined || wanted === '') return undefined
    const urls = new Map<string, string>()
    let over = false
    const look = async () => {
      const { photos } = await load()
      for (const image of wanted.split(',')) {
        const blob = await photos.thumb(blobIdOf(`chat:${other}`, image))
        if (over) return
        if (blob) urls.set(image, URL.createObjectURL(blob))
      }
      setShown(urls)
    }
    // A preview that cannot be had is not worth a word.
    look().catch(ignoreExpected('preview', isPassing))
    return () => {
      over = true
      for (const url of urls.values()) URL.revokeObjectURL(url)
    }
  }, [load, other, wanted])
  return shown
}
