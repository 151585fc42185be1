import { IconGripVertical } from '@tabler/icons-react'
import type { HTMLAttributes } from 'react'
import { pictureUrl } from '#contract/values/pictures.ts'
import { usePhotoThumb, useWholePicture } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import { useMissing } from '#ui/show/use-missing.ts'
import type { AlbumPicture } from './album.ts'

interface Props {
  picture: AlbumPicture
  /** Index of the picture, from 0. */
  place: number
  of: number
  selected: boolean
  dragging: boolean
  onSelect: () => void
  handle: HTMLAttributes<HTMLElement>
}

/** Milliseconds between attempts to load a picture that another device may be uploading. */
const lookAgain = 10_000

/** Splits the id of a picture row into owner and image id. */
function partsOf(blobId: string): [owner: string, imageId: string] {
  const cut = blobId.lastIndexOf('/')
  return [blobId.slice(0, cut), blobId.slice(cut + 1)]
}

/** Shows a picture that can be selected, and dragged by its handle; the cover is large. */
export function PhotoTile({ picture, place, of, selected, dragging, onSelect, handle }: Props) {
  const { blobId, url } = picture
  const cover = place === 0
  const [owner, imageId] = partsOf(blobId ?? '')
  const thumb = usePhotoThumb(owner, blobId === undefined ? undefined : imageId)
  const whole = useWholePicture(cover ? blobId : undefined)
  const src = blobId === undefined ? pictureUrl(url, cover ? 640 : 320, 'webp') : (whole ?? thumb)
  const [missing, fail] = useMissing(src, lookAgain)
  const name = cover ? `Picture 1 of ${of}, the cover` : `Picture ${place + 1} of ${of}`
  return (
    <li
      data-photo={picture.key}
      className={`relative overflow-hidden rounded-grid bg-sunken ${cover ? 'col-span-full aspect-[4/3] wide:col-span-2 wide:row-span-2' : 'aspect-square wide:aspect-[4/3]'} ${dragging ? 'opacity-60 ring-2 ring-brand' : ''}`}
    >
      <button
        type="button"
        aria-label={name}
        aria-pressed={selected}
        onClick={onSelect}
        className={`block size-full rounded-grid ${selected ? 'ring-3 ring-brand ring-inset' : ''}`}
      >
        {src === undefined ? (
          <Spinner />
        ) : missing ? (
          <span className="block p-3 text-xs text-ink-2">Not on this phone yet</span>
        ) : (
          <img src={src} alt="" draggable={false} onError={fail} className="size-full object-cover" />
        )}
        {selected && (
          <span aria-hidden className="absolute inset-0 rounded-grid ring-3 ring-brand ring-inset" />
        )}
      </button>
      {cover && (
        <span className="pointer-events-none absolute bottom-3 left-3 rounded-pill bg-black/72 px-3 py-1 text-xs font-semibold text-white">
          {of > 1 ? 'Cover · drag to reorder' : 'Cover'}
        </span>
      )}
      {of > 1 && (
        <button
          type="button"
          {...handle}
          aria-label={`Move picture ${place + 1}: drag, or use the arrow keys`}
          className="absolute top-1 right-1 inline-flex size-11 cursor-grab touch-none items-center justify-center active:cursor-grabbing"
        >
          <span className="inline-flex size-8 items-center justify-center rounded-pill bg-white/92 text-[#14211c]">
            <Icon of={IconGripVertical} size={18} />
          </span>
        </button>
      )}
    </li>
  )
}
