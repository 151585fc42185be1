import type { ComponentType } from 'react'
import { classNames } from './class-names.ts'

/** What an icon of the set takes; every icon of @tabler/icons-react fits. */
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

/** A picture beside words: hidden from screen readers, never squeezed by its row. */
export function Icon({ of: Shape, size = 20, stroke = 1.75, className }: Props) {
  return <Shape size={size} stroke={stroke} aria-hidden className={classNames('shrink-0', className)} />
}
