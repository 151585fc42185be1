import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import type { Picture } from '#contract/cars.ts'
import { CarPicture } from '#parts/car-picture.tsx'
import { lazyRequired } from '#parts/use-at-rest.ts'
import { useOverlay } from '#parts/use-overlay.ts'
import { whenIdle } from '#ui/when-idle.ts'
import { Arrows, slideKey, useSlides } from './use-slides.tsx'
import { limits } from '#contract/limits.ts'

/** Returns the index of the first visible thumbnail: the current picture is in the middle except near both ends. */
export function findFirstThumbnail(at: number, count: number): number {
  const middle = at - Math.floor(limits.thumbnails / 2)
  return Math.max(0, Math.min(middle, count - limits.thumbnails))
}

interface ThumbnailsProps {
  pictures: readonly Picture[]
  at: number
  onShow: (at: number) => void
}

/** Shows at most five thumbnails at once (R-CAR-02); the row moves with the current picture. */
function Thumbnails({ pictures, at, onShow }: ThumbnailsProps) {
  const from = findFirstThumbnail(at, pictures.length)
  return (
    <ul aria-label="Thumbnails" className="grid grid-cols-5 gap-2">
      {pictures.slice(from, from + limits.thumbnails).map((picture, i) => {
        const current = from + i === at
        return (
          <li key={slideKey(from + i)}>
            <button
              type="button"
              aria-label={`Show picture ${from + i + 1}`}
              aria-current={current || undefined}
              onClick={() => onShow(from + i)}
              className={`block w-full overflow-hidden rounded-input ${
                current ? 'ring-2 ring-brand ring-offset-2 ring-offset-paper' : 'opacity-80 hover:opacity-100'
              }`}
            >
              <CarPicture picture={picture} sizes="(min-width: 1024px) 160px, 20vw" alt="" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const loadViewer = () => import('./viewer.tsx')
const Viewer = lazyRequired(async () => (await loadViewer()).Viewer)

const sizes = '(min-width: 1280px) 832px, (min-width: 1024px) calc(100vw - 28rem), 100vw'
const arrow = 'hidden! group-hover:[@media(hover:hover)]:inline-flex!'

interface Props {
  pictures: readonly Picture[]
  title: string
  /** Whether the pictures are grey, because the car is no longer available. */
  faded: boolean
  /** Badges and buttons on top of the picture. */
  children?: ReactNode
}

/** Shows the pictures of a car: edge to edge on a phone, full screen after a tap, with at most five thumbnails. */
export function Gallery({ pictures, title, faded, children }: Props) {
  const { track, at, wanted, show, turn, settle } = useSlides(pictures.length)
  const viewer = useOverlay('pictures')
  useEffect(() => whenIdle(() => void loadViewer().catch(ignoreExpected('load-viewer', isMissingFile))), [])
  const turnAndFocus = (event: KeyboardEvent) => {
    const to = turn(event)
    if (to === undefined) return
    track.current?.children[to]?.querySelector('button')?.focus({ preventScroll: true })
  }
  const shown: readonly (Picture | undefined)[] = pictures.length === 0 ? [undefined] : pictures
  return (
    <section aria-label={`Pictures of ${title}`}>
      <div className="group relative overflow-hidden bg-sunken lg:rounded-card">
        <ul
          ref={track}
          onScroll={settle}
          className={`flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] ${faded ? 'opacity-70 grayscale' : ''}`}
        >
          {shown.map((picture, i) => (
            <li key={slideKey(i)} className="w-full shrink-0 snap-center snap-always">
              {picture ? (
                <button
                  type="button"
                  aria-label={`Open picture ${i + 1} of ${pictures.length} full screen`}
                  onClick={viewer.show}
                  onKeyDown={turnAndFocus}
                  className="block w-full cursor-zoom-in -outline-offset-4"
                >
                  {wanted(i) ? (
                    <CarPicture picture={picture} sizes={sizes} first={i === 0} />
                  ) : (
                    <span className="block aspect-[4/3] bg-sunken" />
                  )}
                </button>
              ) : (
                <CarPicture picture={undefined} sizes={sizes} alt="No pictures yet" />
              )}
            </li>
          ))}
        </ul>
        {children}
        <Arrows at={at} count={pictures.length} look="disc" className={arrow} onShow={show} />
        {pictures.length > 0 && (
          <output className="pointer-events-none absolute right-3 bottom-3 rounded-pill bg-black/65 px-2.5 py-1 text-xs font-medium text-white tabular-nums">
            <span className="sr-only">Picture </span>
            {at + 1} / {pictures.length}
          </output>
        )}
      </div>
      {pictures.length > 1 && (
        <div className="px-4 pt-2 lg:px-0 lg:pt-3">
          <Thumbnails pictures={pictures} at={at} onShow={show} />
        </div>
      )}
      {viewer.open && (
        <Viewer pictures={pictures} title={title} start={at} onShow={show} onClose={viewer.hide} />
      )}
    </section>
  )
}
