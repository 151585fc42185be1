import { useEffect, useState } from 'react'
import { imageIdPattern } from '#contract/sync/uploads.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { AdDraftView } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import type { Album } from '../photos/album.ts'
import { usePicking } from '../photos/use-picking.ts'

/** The name of an upload in its address. */
const imageIn = (url: string): string | undefined => url.split('/').find((part) => imageIdPattern.test(part))

function listIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : undefined
  } catch {
    return undefined
  }
}

/** The pictures of an ad that is there, by their addresses, with those that were added on this phone (R-POST-06). */
export function useEditAlbum(view: AdDraftView, now: readonly string[]): Album & { urls: readonly string[] } {
  const notify = useNotify()
  const { draft, change } = view
  const [urls, setUrls] = useState<readonly string[]>(() => listIn(draft?.fields['images']?.v) ?? now)
  const [start] = useState(urls)
  useEffect(() => {
    if (urls !== start) change({ images: JSON.stringify(urls) })
  }, [urls, start, change])
  const here = new Map((draft?.pictures ?? []).map(({ imageId, id }) => [imageId, id]))
  const picking = usePicking({
    there: urls.length,
    keep(file, name) {
      // Whose changes these are is written down before the photo: without it they would be a new ad.
      change({})
      return view.keepPhoto(file, name)
    },
    kept(imageId, again) {
      if (again) notify({ severity: 'info', message: 'This picture is here already.' })
      setUrls((all) => (all.some((one) => imageIn(one) === imageId) ? all : [...all, uploadedUrl(imageId)]))
    },
  })
  return {
    ...picking,
    urls,
    pictures: urls.map((url) => ({ key: url, blobId: here.get(imageIn(url) ?? ''), url })),
    remove(key) {
      setUrls((all) => all.filter((url) => url !== key))
      const imageId = imageIn(key)
      if (imageId !== undefined && here.has(imageId)) void view.removePhoto(imageId)
    },
    // Photos that came while it was dragged stay behind those of its order.
    arrange: (order) =>
      setUrls((all) => [
        ...order.filter((url) => all.includes(url)),
        ...all.filter((url) => !order.includes(url)),
      ]),
    // What the server has it made small itself.
    coverTooLarge: false,
    shrinkCover: () => Promise.resolve(undefined),
  }
}
