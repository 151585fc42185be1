import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import type { AdDraftView } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import type { Album } from './album.ts'
import { usePicking } from './use-picking.ts'

/** The pictures of an ad that is being written: all of them are on this phone, or were uploaded by another. */
export function useDraftAlbum(view: AdDraftView): Album {
  const notify = useNotify()
  const { draft, removePhoto, arrange, smaller } = view
  const pictures = (draft?.pictures ?? []).map(({ imageId, id }) => ({
    key: imageId,
    blobId: id,
    url: uploadedUrl(imageId),
  }))
  const picking = usePicking({
    there: pictures.length,
    keep: view.keepPhoto,
    kept(_, again) {
      if (again) notify({ severity: 'info', message: 'This picture is here already.' })
    },
  })
  const [cover] = pictures
  return {
    ...picking,
    pictures,
    remove: (key) => void removePhoto(key),
    arrange: (keys) => void arrange(keys),
    coverTooLarge: (draft?.coverSize ?? 0) > limits.profileImage,
    async shrinkCover() {
      if (!cover) return undefined
      const result = await smaller(cover.key)
      return result.ok ? undefined : new AppError(result.error.code, { msg: result.error.msg ?? '' })
    },
  }
}
