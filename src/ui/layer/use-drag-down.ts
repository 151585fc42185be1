import { type PointerEvent, useRef } from 'react'

/** Pixels after which letting go closes, and speed in px/ms that closes even sooner. */
const farEnough = 96
const fastEnough = 0.6

type Event = PointerEvent<HTMLElement>
const sheetOf = (event: Event) => event.currentTarget.closest('dialog')

function settle(event: Event): void {
  const sheet = sheetOf(event)
  if (!sheet) return
  sheet.style.transition = ''
  sheet.style.translate = ''
}

/** Handlers for the top of a bottom sheet: it follows the finger down, and leaves or springs back. */
export function useDragDown(onClose: () => void) {
  const start = useRef<{ y: number; at: number } | undefined>(undefined)
  return {
    onPointerDown: (event: Event) => {
      const onControl = event.target instanceof Element && event.target.closest('button, a, input, select')
      if (onControl || event.pointerType === 'mouse') return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: Event) => {
      const sheet = sheetOf(event)
      if (!start.current || !sheet) return
      sheet.style.transition = 'none'
      sheet.style.translate = `0 ${Math.max(0, event.clientY - start.current.y)}px`
    },
    onPointerUp: (event: Event) => {
      if (!start.current) return
      const moved = event.clientY - start.current.y
      const speed = moved / Math.max(1, event.timeStamp - start.current.at)
      start.current = undefined
      settle(event)
      if (moved > farEnough || (moved > 24 && speed > fastEnough)) onClose()
    },
    onPointerCancel: (event: Event) => {
      start.current = undefined
      settle(event)
    },
    style: { touchAction: 'none' as const },
  }
}
