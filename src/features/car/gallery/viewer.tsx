import { IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Picture } from '#contract/cars.ts'
import { CarPicture } from '#parts/car-picture.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useModal } from '#ui/layer/use-modal.ts'
import { Arrows, slideKey, useSlides } from './use-slides.tsx'
import { useZoom } from './use-zoom.ts'

interface Props {
  pictures: readonly Picture[]
  title: string
  start: number
  /** Called with the current picture, so that the page behind shows the same picture afterwards. */
  onShow: (at: number) => void
  onClose: () => void
}
/** White icons have a dark background of their own, because pictures may be light or dark. */
const light = 'text-white! bg-black/55! hover:bg-black/75!'

/** Shows the pictures on the whole screen: swipe or arrow keys, pinch or double tap to zoom, Escape or Back to leave. */
export function Viewer({ pictures, title, start, onShow, onClose }: Props) {
  const { dialog } = useModal(true, onClose)
  const { track, at, wanted, show, turn, settle } = useSlides(pictures.length, start)
  const [zoom, setZoom] = useState<{ zoomed: boolean; toggle: () => void }>()
  const [first] = useState(start)

  useEffect(() => {
    const row = track.current
    row?.scrollTo({ left: first * row.clientWidth, behavior: 'instant' })
  }, [track, first])
  useEffect(() => {
    onShow(at)
  }, [at, onShow])
  useEffect(() => {
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [turn])
  return (
    <dialog
      {...dialog}
      data-side="full"
      aria-label={`Pictures of ${title}, full screen`}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-[#0a100d] p-0 text-white"
    >
      <div className="absolute inset-x-0 top-0 z-10 flex items-center gap-1 bg-linear-to-b from-black/60 to-transparent p-2 pt-[max(0.5rem,env(safe-area-inset-top))]">
        <output className="mr-auto ml-1 rounded-pill bg-black/55 px-3 py-1 text-sm font-medium tabular-nums">
          <span className="sr-only">Picture </span>
          {at + 1} / {pictures.length}
        </output>
        <IconButton
          icon={zoom?.zoomed ? IconZoomOut : IconZoomIn}
          label={zoom?.zoomed ? 'Show the whole picture' : 'Zoom in'}
          className={light}
          onClick={() => zoom?.toggle()}
        />
        <IconButton icon={IconX} label="Close" className={light} onClick={onClose} />
      </div>
      <ul
        ref={track}
        onScroll={settle}
        aria-label="Pictures"
        className={`flex h-full snap-x snap-mandatory [scrollbar-width:none] focus-visible:outline-none ${zoom?.zoomed ? 'overflow-hidden' : 'overflow-x-auto'}`}
      >
        {pictures.map((picture, i) => (
          <li
            key={slideKey(i)}
            className="flex w-full shrink-0 snap-center snap-always items-center overflow-hidden"
          >
            {wanted(i) && <ZoomPicture picture={picture} active={i === at} onZoom={setZoom} />}
          </li>
        ))}
      </ul>
      <div className="hidden [@media(hover:hover)]:block">
        <Arrows at={at} count={pictures.length} className={light} onShow={show} />
      </div>
    </dialog>
  )
}

interface ZoomProps {
  picture: Picture
  active: boolean
  onZoom: (zoom: { zoomed: boolean; toggle: () => void }) => void
}

function ZoomPicture({ picture, active, onZoom }: ZoomProps) {
  const { target, zoomed, toggle, handlers, touchAction } = useZoom(active)
  useEffect(() => {
    if (active) onZoom({ zoomed, toggle })
  }, [active, zoomed, toggle, onZoom])
  return (
    <button
      type="button"
      {...handlers}
      // Keyboards only (Enter and Space); the handlers above cover touch and mouse.
      onClick={(event) => event.detail === 0 && toggle()}
      tabIndex={active ? 0 : -1}
      aria-pressed={zoomed}
      aria-label={`Zoom: ${picture.alt}`}
      className={`flex size-full items-center -outline-offset-4 ${zoomed ? 'cursor-grab' : 'cursor-zoom-in'}`}
      style={{ touchAction }}
    >
      <span ref={target} className="mx-auto block w-[min(100vw,calc(100dvh*4/3))]">
        <CarPicture picture={picture} sizes="min(100vw, 133vh)" first={active} alt="" />
      </span>
    </button>
  )
}
