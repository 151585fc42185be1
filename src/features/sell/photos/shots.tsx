import type { ReactNode } from 'react'
import { BodyIcon } from '#parts/body-icon.tsx'

/** A picture that buyers look for, with the outline of how it should look. */
interface Shot {
  key: string
  label: string
  outline: ReactNode
}

const look = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const
/** Drawn on 64 × 48. */
const drawn = (paths: ReactNode) => (
  <svg viewBox="0 0 64 48" aria-hidden className="h-9 w-12" {...look}>
    {paths}
  </svg>
)
const wheel = (x: number, y: number, r: number) => <circle cx={x} cy={y} r={r} />

/** In the order buyers look: outside around the car, then inside, then what proves something. */
export const shots: readonly Shot[] = [
  {
    key: 'front',
    label: 'Front ¾',
    outline: drawn(
      <>
        <path d="M6 34v-7c0-2 2-4 5-5l6-8c1-2 3-3 6-3h17c4 0 7 1 10 4l7 7c2 2 3 4 3 6v6c0 2-1 3-3 3H9c-2 0-3-1-3-3Z" />
        <path d="m15 22 4-6c1-1 2-2 4-2h9v9Zm21 1v-9h4c3 0 5 1 7 3l5 6Z" opacity={0.5} />
        <path d="M8 28h6m-6 4h9" opacity={0.5} />
        {wheel(23, 36, 5)}
        {wheel(51, 35, 4.5)}
      </>,
    ),
  },
  { key: 'side', label: 'Side', outline: <BodyIcon type="SUV" className="h-9 w-16" /> },
  {
    key: 'rear',
    label: 'Rear ¾',
    outline: drawn(
      <>
        <path d="M58 34v-8c0-2-2-4-5-5l-3-8c-1-2-3-3-6-3H25c-4 0-7 1-10 4l-8 8c-2 2-3 4-3 6v6c0 2 1 3 3 3h48c2 0 3-1 3-3Z" />
        <path d="m49 21-3-6c-1-1-2-2-4-2H31v9Zm-22 1v-9h-3c-3 0-5 1-7 3l-5 6Z" opacity={0.5} />
        <path d="M56 27h-5m5 5H45" opacity={0.5} />
        {wheel(40, 36, 5)}
        {wheel(13, 35, 4.5)}
      </>,
    ),
  },
  {
    key: 'front-seats',
    label: 'Front seats',
    outline: drawn(
      <path d="M14 42V20c0-5 2-8 6-8s6 3 6 8v14h6c3 0 5 2 5 5v3H14Zm24 0V22c0-4 2-6 5-6s5 2 5 6v13h3c2 0 4 2 4 4v3H38" />,
    ),
  },
  {
    key: 'dashboard',
    label: 'Dashboard',
    outline: drawn(
      <>
        <path d="M4 36V24c0-6 6-10 14-10h36c4 0 6 3 6 8v14" />
        {wheel(20, 29, 9)}
        {wheel(20, 29, 2.5)}
        <path d="M38 22h14v8H38Z" opacity={0.6} />
      </>,
    ),
  },
  {
    key: 'odometer',
    label: 'Odometer',
    outline: drawn(
      <>
        <path d="M12 38a20 20 0 1 1 40 0" />
        <path d="m32 37 9-12M16 30l3 1m6-11 2 3m21 7-3 1m-6-11-2 3" />
        <path d="M25 41h14" opacity={0.6} />
      </>,
    ),
  },
  {
    key: 'rear-seats',
    label: 'Rear seats',
    outline: drawn(
      <>
        <path d="M10 40V22c0-3 2-5 5-5h34c3 0 5 2 5 5v18M10 32h44" />
        <path d="M15 17v-4h8v4m6 0v-4h7v4m5 0v-4h8v4" opacity={0.6} />
      </>,
    ),
  },
  {
    key: 'boot',
    label: 'Boot',
    outline: drawn(
      <>
        <path d="M14 20 20 6h24l6 14" />
        <path d="M10 40V24c0-2 2-4 4-4h36c2 0 4 2 4 4v16Z" />
        <path d="M18 34V26h28v8" opacity={0.6} />
      </>,
    ),
  },
  {
    key: 'engine',
    label: 'Engine',
    outline: drawn(<path d="M18 40V20h6v-5h16v5h6l4 5h6v11h-6v4Zm4-25v-5h20v5M10 26h8m-8 0v8m12-6h18" />),
  },
  {
    key: 'wheel',
    label: 'Wheel',
    outline: drawn(
      <>
        {wheel(32, 24, 17)}
        {wheel(32, 24, 10)}
        <path d="M32 14v20m-10-10h20m-17-7 14 14m0-14L25 31" opacity={0.6} />
      </>,
    ),
  },
]
