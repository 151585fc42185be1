import { IconCamera, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { FileInput } from '#parts/forms/file-input.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { BodyIcon } from '#parts/body-icon.tsx'

const accept = 'image/jpeg,image/png,image/webp'

interface Props {
  /** Number of pictures, including those that are being stored. */
  count: number
  onFiles: (files: readonly File[]) => void
}

const tileLook =
  'flex aspect-square flex-col items-center justify-center gap-1.5 rounded-grid border border-dashed border-control text-xs font-medium text-ink-2 transition hover:bg-sunken wide:aspect-[4/3]'

/** Shows tiles for the next recommended pictures, which open the camera, and a tile that opens the gallery. */
export function AddTiles({ count, onFiles }: Props) {
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const left = limits.adImages - count
  const row = (child: ReactNode, key: string) => <li key={key}>{child}</li>
  return (
    <>
      {shots
        .slice(Math.max(count, 1), Math.max(count, 1) + Math.min(2, Math.max(0, left - 1)))
        .map(({ label, outline }) =>
          row(
            <button type="button" className={`${tileLook} w-full`} onClick={() => camera.current?.click()}>
              <span className="text-ink-3">{outline}</span>
              <span>
                <span className="sr-only">Take a picture: </span>
                {label}
              </span>
            </button>,
            label,
          ),
        )}
      {left > 0 &&
        row(
          <button type="button" className={`${tileLook} w-full`} onClick={() => gallery.current?.click()}>
            <Icon of={IconPlus} />
            <span className="text-center">
              {count === 0 ? 'Add photos' : 'Add more'}
              <br />
              {`${count} of ${limits.adImages}`}
            </span>
          </button>,
          'more',
        )}
      <li className="sr-only">
        <FileInput
          ref={camera}
          accept={accept}
          capture="environment"
          label="Take a picture with the camera"
          onFiles={onFiles}
        />
        <FileInput ref={gallery} accept={accept} multiple label="Choose pictures" onFiles={onFiles} />
      </li>
    </>
  )
}

/** Shows the empty place of the cover while the ad has no pictures. */
export function FirstPhoto({ onFiles }: Pick<Props, 'onFiles'>) {
  const camera = useRef<HTMLInputElement>(null)
  const [first] = shots
  return (
    <div className="col-span-full flex aspect-[4/3] flex-col items-center justify-center gap-4 rounded-card border border-dashed border-control bg-surface wide:col-span-2 wide:row-span-2">
      <span className="scale-[2.6] pt-2 text-ink-3">{first?.outline}</span>
      <p className="mt-8 text-sm text-ink-2">The whole car, front ¾: this will be your cover</p>
      <Button icon={IconCamera} onClick={() => camera.current?.click()}>
        Take the first photo
      </Button>
      <FileInput
        ref={camera}
        accept={accept}
        capture="environment"
        label="Take the featured image"
        onFiles={onFiles}
      />
    </div>
  )
}

/** A recommended picture, with an outline of the view. */
interface Shot {
  label: string
  outline: ReactNode
}
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** Draws an outline in a viewBox of 64 × 48: main lines and fainter lines. */
const drawn = (lines: string, faint = '') => (
  <svg
    viewBox="0 0 64 48"
    aria-hidden
    className="h-9 w-12"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinejoin="round"
    strokeLinecap="round"
  >
    <path d={lines} />
    <path d={faint} opacity={0.55} />
  </svg>
)

/** Recommended pictures in the order in which buyers look: around the car, then inside, then details that prove its state. */
const shots: readonly Shot[] = [
  {
    label: 'Front ¾',
    outline: drawn(
      `M6 34v-7c0-2 2-4 5-5l6-8c1-2 3-3 6-3h17c4 0 7 1 10 4l7 7c2 2 3 4 3 6v6c0 2-1 3-3 3H9c-2 0-3-1-3-3Z${circle(23, 36, 5)}${circle(51, 35, 4.5)}`,
      'm15 22 4-6c1-1 2-2 4-2h9v9Zm21 1v-9h4c3 0 5 1 7 3l5 6ZM8 28h6m-6 4h9',
    ),
  },
  { label: 'Side', outline: <BodyIcon type="SUV" className="h-9 w-16" /> },
  {
    label: 'Rear ¾',
    outline: drawn(
      `M58 34v-8c0-2-2-4-5-5l-3-8c-1-2-3-3-6-3H25c-4 0-7 1-10 4l-8 8c-2 2-3 4-3 6v6c0 2 1 3 3 3h48c2 0 3-1 3-3Z${circle(40, 36, 5)}${circle(13, 35, 4.5)}`,
      'm49 21-3-6c-1-1-2-2-4-2H31v9Zm-22 1v-9h-3c-3 0-5 1-7 3l-5 6ZM56 27h-5m5 5H45',
    ),
  },
  {
    label: 'Front seats',
    outline: drawn(
      'M14 42V20c0-5 2-8 6-8s6 3 6 8v14h6c3 0 5 2 5 5v3H14Zm24 0V22c0-4 2-6 5-6s5 2 5 6v13h3c2 0 4 2 4 4v3H38',
    ),
  },
  {
    label: 'Dashboard',
    outline: drawn(
      `M4 36V24c0-6 6-10 14-10h36c4 0 6 3 6 8v14${circle(20, 29, 9)}${circle(20, 29, 2.5)}`,
      'M38 22h14v8H38Z',
    ),
  },
  {
    label: 'Odometer',
    outline: drawn('M12 38a20 20 0 1 1 40 0m-20-1 9-12M16 30l3 1m6-11 2 3m21 7-3 1m-6-11-2 3', 'M25 41h14'),
  },
  {
    label: 'Rear seats',
    outline: drawn('M10 40V22c0-3 2-5 5-5h34c3 0 5 2 5 5v18M10 32h44', 'M15 17v-4h8v4m6 0v-4h7v4m5 0v-4h8v4'),
  },
  {
    label: 'Boot',
    outline: drawn('M14 20 20 6h24l6 14M10 40V24c0-2 2-4 4-4h36c2 0 4 2 4 4v16Z', 'M18 34V26h28v8'),
  },
  {
    label: 'Engine',
    outline: drawn('M18 40V20h6v-5h16v5h6l4 5h6v11h-6v4Zm4-25v-5h20v5M10 26h8m-8 0v8m12-6h18'),
  },
  {
    label: 'Wheel',
    outline: drawn(
      `${circle(32, 24, 17)}${circle(32, 24, 10)}`,
      'M32 14v20m-10-10h20m-17-7 14 14m0-14L25 31',
    ),
  },
]
