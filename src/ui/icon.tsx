import type { ComponentType } from 'react'
import { classNames } from './class-names.ts'

/** Type of an icon component; every icon of @tabler/icons-react fits. */
export type IconShape = ComponentType<{
  size?: number | string
  stroke?: number | string
  className?: string
  'aria-hidden'?: boolean
}>

interface Props {
  of: IconShape
  size?: number
  stroke?: number
  className?: string
}

/** Renders an icon beside text: hidden from screen readers, never shrunk by its row. */
export function Icon({ of: Shape, size = 20, stroke = 1.75, className }: Props) {
  return <Shape size={size} stroke={stroke} aria-hidden className={classNames('shrink-0', className)} />
}

/** Shapes of @tabler/icons-react (MIT), each as one path. */
const inlineShapes = {
  gauge:
    'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M13.41 10.59l2.59-2.59M7 12a5 5 0 0 1 5-5',
  gearbox:
    'M3 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M10 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M3 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0M10 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 8v8M12 8v8M19 8v2a2 2 0 0 1-2 2h-12',
  fuel: 'M14 11h1a2 2 0 0 1 2 2v3a1.5 1.5 0 0 0 3 0v-7l-3-3M4 20v-14a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v14M3 20h12M18 7v1a1 1 0 0 0 1 1h1M4 11h10',
  pin: 'M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0M17.657 16.657l-4.243 4.243a2 2 0 0 1-2.827 0l-4.244-4.243a8 8 0 1 1 11.314 0',
} as const

/**
 * Renders an icon of 16 px in the colour of the text around it, in two elements, for icons that a page repeats many times. A
 * CSS mask would need one element, but the browser lays out a separate document for every mask before it paints anything.
 */
export function InlineIcon({ of, className = '' }: { of: keyof typeof inlineShapes; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={`inline-icon ${className}`}>
      <path d={inlineShapes[of]} />
    </svg>
  )
}
