import { IconArrowRight, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useRotation } from '#ui/carousel/use-rotation.ts'
import { useTrack } from '#ui/carousel/use-track.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useMissing } from '#ui/show/use-missing.ts'
import { whenIdle } from '#ui/when-idle.ts'

/** One of the three pictures at the top of Home, each drawn for this page and a car that says one line (R-HOME-03). */
interface HeroSlide {
  /** File name below /hero, without its format; 960 × 600. */
  picture: string
  alt: string
  /** Placeholder until the picture is loaded. */
  blur: string
  line: string
  way: { href: string; label: string }
}

const heroSlides: readonly HeroSlide[] = [
  {
    picture: '1',
    alt: 'A green SUV on the road at dusk, a mountain behind it',
    blur: 'data:image/webp;base64,UklGRkAAAABXRUJQVlA4IDQAAADQAQCdASoQAAoABUB8JZQC7AEO0/jgAAD6WStuHwRMSYPFyTPL/E/s/LNmBpi3ZaT2QAAA',
    line: 'I take the long way home.',
    way: { href: '/listings?types=SUV', label: 'Meet the SUVs' },
  },
  {
    picture: '2',
    alt: 'An orange hatchback in front of a skyline',
    blur: 'data:image/webp;base64,UklGRkAAAABXRUJQVlA4IDQAAADQAQCdASoQAAoABUB8JYwCdAENN5zcAAD+3oSkR6MLi3dGGAaGOrTUGfpYEl9AaYcv/GAA',
    line: 'Small outside. Big plans.',
    way: { href: '/listings?types=Hatchback', label: 'Meet the hatchbacks' },
  },
  {
    picture: '3',
    alt: 'A white pickup by the sea',
    blur: 'data:image/webp;base64,UklGRkQAAABXRUJQVlA4IDgAAACwAQCdASoQAAoABUB8JQBOgCHUgzWAAP7UelJENTdkQureD3geuftlGGkLUH9YS4QhD2aIhZAAAA==',
    line: 'Bring everything. I was born to haul.',
    way: { href: '/listings?types=Pickup', label: 'Meet the pickups' },
  },
]

const everyMs = 5000
const whole = 'absolute inset-0 size-full object-cover'

/** Shows the slider of three pictures that only Home has; the document itself requests the first one (R-HOME-01, R-HOME-04). */
export function Hero() {
  const box = useRef<HTMLElement>(null)
  const { track, at, onScroll, go, next } = useTrack(heroSlides.length)
  const { playing, toggle, holders } = useRotation({ every: everyMs, at, turn: next, box })
  // The other pictures load when the page is idle, or when the slider moves.
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <section
      ref={box}
      aria-roledescription="carousel"
      aria-label="Cars with character"
      className="relative -mx-4 overflow-hidden bg-sunken sm:mx-0 sm:rounded-sheet"
      {...holders}
    >
      <ul
        ref={track}
        onScroll={onScroll}
        aria-live={playing ? 'off' : 'polite'}
        className="scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
      >
        {heroSlides.map((slide, i) => (
          <li
            key={slide.picture}
            aria-roledescription="slide"
            aria-label={`${i + 1} of ${heroSlides.length}`}
            className="relative aspect-[8/5] w-full lg:aspect-[5/4] shrink-0 snap-center snap-always"
          >
            <Slide slide={slide} first={i === 0} drawn={i === 0 || idle || at > 0} />
          </li>
        ))}
      </ul>
      <div className="absolute top-3 right-3 flex items-center gap-1">
        <IconButton
          icon={playing ? IconPlayerPauseFilled : IconPlayerPlayFilled}
          label={playing ? 'Pause the pictures' : 'Play the pictures'}
          look="disc"
          data-rotation
          onClick={toggle}
        />
      </div>
      <div className="absolute right-2 bottom-2 flex">
        {heroSlides.map((slide, i) => (
          <button
            key={slide.picture}
            type="button"
            aria-label={`Picture ${i + 1} of ${heroSlides.length}`}
            aria-current={i === at}
            onClick={() => go(i)}
            className="grid size-11 place-items-center drop-shadow-[0_0_2px_rgb(0_0_0/0.6)]"
          >
            <span
              className={classNames(
                // Animating the width would be a layout shift at every move.
                'h-2 w-6 bg-white transition-[clip-path]',
                i === at
                  ? '[clip-path:inset(0_round_9999px)]'
                  : 'opacity-80 [clip-path:inset(0_0.5rem_round_9999px)]',
              )}
            />
          </button>
        ))}
      </div>
    </section>
  )
}

function Slide({ slide, first, drawn }: { slide: HeroSlide; first: boolean; drawn: boolean }) {
  const [missing, fail] = useMissing(`/hero/${slide.picture}.avif`)
  return (
    <>
      <picture
        className="block size-full bg-cover bg-center"
        style={{ backgroundImage: `url("${slide.blur}")` }}
      >
        {drawn && !missing && (
          <>
            <source type="image/avif" srcSet={`/hero/${slide.picture}.avif`} />
            <img
              src={`/hero/${slide.picture}.webp`}
              alt={slide.alt}
              width={960}
              height={600}
              decoding={first ? 'sync' : 'async'}
              fetchPriority={first ? 'high' : 'low'}
              draggable={false}
              onError={fail}
              className={whole}
            />
          </>
        )}
      </picture>
      <div className="absolute top-3 left-3 max-w-[70%] rounded-card rounded-bl-[4px] bg-white/94 px-4 pt-2.5 text-[#14211c] shadow-e1 sm:top-6 sm:left-6">
        <p className="font-display text-lg font-bold sm:text-xl">“{slide.line}”</p>
        <a
          href={slide.way.href}
          className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-[#0e5a43] hover:underline"
        >
          {slide.way.label}
          <Icon of={IconArrowRight} size={16} />
        </a>
      </div>
    </>
  )
}
