import {
  IconArrowLeft,
  IconArrowRight,
  IconBulb,
  IconRefresh,
  IconStar,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useDroppedFiles } from '#parts/forms/file-input.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import { type Album, type AlbumPicture, photoMessages, type PickedFile } from './album.ts'
import { AddTiles, FirstPhoto } from './add-tiles.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { useReorder } from './use-reorder.ts'

interface Props {
  album: Album
  /** Error about the pictures; undefined before the first check. */
  error: string | undefined
}

/**
 * Shows the pictures of an ad and lets the person add, arrange and remove them; the first picture is the featured image
 * (R-POST-03, R-POST-05, R-POST-06, R-POST-37, R-POST-40).
 */
export function PhotosField({ album, error }: Props) {
  const { pictures, picked, refused, add } = album
  const keys = pictures.map(({ key }) => key)
  const { order, dragging, announcement, announce, move, handle } = useReorder({
    keys,
    onArrange: album.arrange,
  })
  const [chosen, setChosen] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const place = chosen === undefined ? -1 : order.indexOf(chosen)
  const byKey = new Map(pictures.map((picture) => [picture.key, picture]))
  const shown = order.flatMap((key): AlbumPicture[] => {
    const picture = byKey.get(key)
    return picture ? [picture] : []
  })

  /** Removes a picture; moves the focus to the picture beside it, or to the last button, which adds pictures. */
  function remove(key: string) {
    const beside = order[place + 1] ?? order[place - 1]
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const tile = (button: Element) => button.closest<HTMLElement>('[data-photo]')?.dataset['photo']
    const next = buttons.find((one) => beside !== undefined && tile(one) === beside) ?? buttons.at(-1)
    album.remove(key)
    setChosen(undefined)
    announce(`Picture deleted, ${order.length - 1} left`)
    next?.focus()
  }

  // The whole page accepts pasted and dropped pictures; pasted text is not affected.
  useDroppedFiles(add)
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) add(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
  return (
    <div>
      <ul ref={list} className="grid grid-cols-3 gap-2 wide:grid-cols-5 wide:gap-3">
        {shown.length === 0 && picked.length === 0 && (
          <li className="contents">
            <FirstPhoto onFiles={add} />
          </li>
        )}
        {shown.map((picture, at) => (
          <PhotoTile
            key={picture.key}
            picture={picture}
            place={at}
            of={shown.length}
            selected={picture.key === chosen}
            dragging={picture.key === dragging}
            onSelect={() => setChosen(picture.key === chosen ? undefined : picture.key)}
            handle={handle(picture.key)}
          />
        ))}
        {picked.map((file) => (
          <PickedTile key={file.key} file={file} album={album} />
        ))}
        <AddTiles count={shown.length + picked.length} onFiles={add} />
      </ul>
      {place >= 0 && chosen !== undefined && (
        <div className="mt-3">
          <PhotoActions
            place={place}
            of={shown.length}
            onMove={(to) => move(chosen, to)}
            onRemove={() => remove(chosen)}
          />
        </div>
      )}
      <output className="sr-only">{announcement}</output>
      <div role="alert" className="mt-2 space-y-1 text-13 font-medium text-danger empty:hidden">
        {refused.map((words) => (
          <p key={words}>{words}</p>
        ))}
        {error === photoMessages.none && (
          <>
            <p>{photoMessages.noCover}</p>
            <p>{photoMessages.none}</p>
          </>
        )}
      </div>
      {album.shrinkCover && <TooLarge shrink={album.shrinkCover} />}
      <p className="mt-4 flex gap-2.5 rounded-grid bg-amber-tint p-3.5 text-sm text-amber-ink">
        <Icon of={IconBulb} size={18} className="mt-0.5" />
        Kneel to headlight height, keep the whole car in frame, sun behind you. No watermarks or phone
        numbers.
      </p>
    </div>
  )
}

/** Shows that the featured image is too large, with a button that shrinks it (R-VAL-35, R-STATE-34). */
function TooLarge({ shrink }: { shrink: NonNullable<Album['shrinkCover']> }) {
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  async function make() {
    setBusy(true)
    const error = await shrink()
    setBusy(false)
    if (error) notify({ severity: 'error', message: error.message })
  }
  return (
    <div role="alert" className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-13 font-medium text-danger">{photoMessages.cover}</p>
      <Button look="outline" size="sm" loading={busy} onClick={() => void make()}>
        Make it smaller
      </Button>
    </div>
  )
}

/** Shows a picked file that is being stored, or its error with buttons to retry and to drop the file. */
function PickedTile({ file: { key, name, error }, album }: { file: PickedFile; album: Album }) {
  if (error === undefined) {
    return (
      <li className="flex aspect-square flex-col items-center justify-center gap-2 rounded-grid bg-sunken p-2 text-center text-xs text-ink-2 wide:aspect-[4/3]">
        <Spinner />
        <output>
          Saving<span className="sr-only"> {name}</span> …
        </output>
      </li>
    )
  }
  return (
    <li className="col-span-full flex items-center gap-1 rounded-grid border border-danger bg-surface py-2 pr-2 pl-4">
      <p role="alert" className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-danger">{error}</span>
      </p>
      <IconButton icon={IconRefresh} label={`Try ${name} again`} onClick={() => album.retry(key)} />
      <IconButton icon={IconX} label={`Leave ${name} out`} onClick={() => album.drop(key)} />
    </li>
  )
}

interface PhotoActionsProps {
  place: number
  of: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Shows the actions for the selected picture. A button without effect uses `aria-disabled`, because `disabled` drops the focus. */
function PhotoActions({ place, of, onMove, onRemove }: PhotoActionsProps) {
  return (
    <div
      role="toolbar"
      aria-label={`Picture ${place + 1} of ${of}`}
      className="flex items-center gap-1 rounded-pill border border-line bg-surface px-1.5 py-1"
    >
      <Button size="sm" look="quiet" icon={IconStar} aria-pressed={place === 0} onClick={() => onMove(0)}>
        {place === 0 ? 'The cover' : 'Make cover'}
      </Button>
      <span className="flex-1" />
      <IconButton
        icon={IconArrowLeft}
        label="Move earlier"
        aria-disabled={place === 0}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(place - 1)}
      />
      <IconButton
        icon={IconArrowRight}
        label="Move later"
        aria-disabled={place === of - 1}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(place + 1)}
      />
      <IconButton icon={IconTrash} label="Delete picture" onClick={onRemove} />
    </div>
  )
}
