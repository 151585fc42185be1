import { startTransition, useState, type MouseEvent, type RefObject, type UIEvent } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CarCard } from '#contract/cars.ts'
import { cardPictures } from '#contract/values/pictures.ts'
import { limits } from '#contract/limits.ts'
import { useCardPictures } from '#local/react'
import { prefersReducedMotion } from '#ui/use-media-query.ts'
import { CarPicture } from './car-picture.tsx'

/**
 * Returns the index of a card's visible picture, whether the other pictures have their boxes, and whether they may load: they
 * cost bytes, so they load only when a finger or a pointer is on the card.
 */
export function useSwipe() {
  const [at, setAt] = useState(0)
  const [placed, setPlaced] = useState(false)
  const [awake, setAwake] = useState(false)
  return {
    at,
    placed,
    awake,
    wake: () => {
      // A swipe needs the boxes at once; a tap must not wait for the pictures in them.
      setPlaced(true)
      startTransition(() => setAwake(true))
    },
    settle: ({ currentTarget: t }: UIEvent<HTMLDivElement>) => {
      if (t.clientWidth > 0) setAt(Math.round(t.scrollLeft / t.clientWidth))
    },
  }
}

const slide = 'w-full shrink-0 snap-center snap-always'
/** Returns the indexes of a card's pictures, at least one. */
const slidesOf = ({ picture_count }: CarCard) =>
  Array.from({ length: Math.max(1, Math.min(picture_count, limits.cardPictures)) }, (_, i) => i)

interface Props {
  car: CarCard
  track: RefObject<HTMLDivElement | null>
  swipe: ReturnType<typeof useSwipe>
  sizes: string
  first: boolean
}

export function CardPictures({ car, track, swipe, sizes, first }: Props) {
  const [picture] = cardPictures(car)
  const slides = slidesOf(car)
  return (
    <div className="relative" onPointerEnter={swipe.wake} onTouchStart={swipe.wake}>
      <div
        ref={track}
        onScroll={swipe.settle}
        tabIndex={-1}
        className={`flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] ${
          car.status === 'active' ? '' : 'opacity-70 grayscale'
        }`}
      >
        <div className={slide}>
          <CarPicture picture={picture} sizes={sizes} first={first} alt="" />
        </div>
        {swipe.placed &&
          slides.slice(1).map((i) => (
            <div key={i} className={slide}>
              {swipe.awake && <OtherPicture car={car} at={i} sizes={sizes} />}
            </div>
          ))}
      </div>
      {slides.length > 1 && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-1.5"
        >
          {slides.map((i) => (
            <span
              key={i}
              className={`h-1.5 rounded-pill bg-white shadow-[0_0_3px_rgb(0_0_0/0.45)] transition-[width] ${
                i === swipe.at ? 'w-4' : 'w-1.5 opacity-75'
              }`}
            />
          ))}
        </div>
      )}
      {car.picture_count > 1 && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-2 right-2 rounded-pill bg-black/65 px-2 py-0.5 text-xs font-medium text-white tabular-nums"
        >
          {swipe.at + 1}/{car.picture_count}
        </span>
      )}
    </div>
  )
}

/** Shows an empty box until the picture's address is known, so that the dots and the width stay. */
function OtherPicture({ car, at, sizes }: Pick<Props, 'car' | 'sizes'> & { at: number }) {
  const { data: images = car.images, status } = useCardPictures(car)
  if (status === 'loading') return <span className="block aspect-[4/3] bg-sunken" />
  return <CarPicture picture={cardPictures({ images, pictures: car.pictures })[at]} sizes={sizes} alt="" />
}

interface ArrowsProps extends Pick<Props, 'track' | 'swipe'> {
  count: number
}

/** Shows arrows for a mouse; fingers swipe, and keyboards reach every picture on the car's own page. */
export function SwipeArrows({ track, swipe, count }: ArrowsProps) {
  const turn = (by: number) => (event: MouseEvent) => {
    event.preventDefault()
    swipe.wake()
    const t = track.current
    t?.scrollTo({
      left: (swipe.at + by) * t.clientWidth,
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
  }
  const look =
    'pointer-events-auto absolute top-1/2 -mt-4 size-8 place-items-center rounded-pill bg-white/92 text-[#14211c] shadow-[0_1px_4px_rgb(0_0_0/0.2)] hidden group-hover:[@media(hover:hover)]:grid'
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-0 aspect-[4/3]">
      {swipe.at > 0 && (
        <button type="button" tabIndex={-1} onClick={turn(-1)} className={`${look} left-2`}>
          <IconChevronLeft size={20} />
        </button>
      )}
      {swipe.at < count - 1 && (
        <button type="button" tabIndex={-1} onClick={turn(1)} className={`${look} right-2`}>
          <IconChevronRight size={20} />
        </button>
      )}
    </div>
  )
}
