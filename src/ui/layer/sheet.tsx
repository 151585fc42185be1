import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, type PointerEvent, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { useModal } from './use-modal.ts'

/** Pixels of a drag after which a release closes the sheet, and speed in px/ms at which a shorter drag closes it. */
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

/** Returns handlers for the top of a bottom sheet: it follows the finger down and, on release, closes or springs back. */
function useDragDown(onClose: () => void) {
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

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  side?: 'bottom' | 'left' | 'right'
  /** Content beside the title: "Clear all". */
  action?: ReactNode
  /** Content that is always visible at the bottom: "Show 412 cars". */
  footer?: ReactNode
  /** Whether the sheet fills the height from the start instead of growing with its content. */
  tall?: boolean
  children?: ReactNode
}

const shapes = { bottom: 'rounded-t-sheet', left: 'rounded-r-sheet', right: 'rounded-l-sheet' }

/** Renders a modal that enters from an edge. A bottom sheet can also be dragged down to close it. */
export function Sheet({
  open,
  onClose,
  title,
  side = 'bottom',
  action,
  footer,
  tall = false,
  children,
}: Props) {
  const id = useId()
  const { present, dialog } = useModal(open, onClose)
  const drag = useDragDown(onClose)
  return (
    <dialog {...dialog} data-side={side} className="layer" aria-labelledby={`${id}-title`}>
      {present && (
        <div
          className={classNames(
            'flex w-full flex-col overflow-hidden bg-surface shadow-e2',
            shapes[side],
            side === 'bottom' ? 'max-h-[calc(100dvh-2.5rem)]' : 'h-dvh',
            side === 'bottom' && tall && 'h-[calc(100dvh-2.5rem)]',
          )}
        >
          <div {...(side === 'bottom' ? drag : {})} className="shrink-0 border-b border-line">
            {side === 'bottom' && <div aria-hidden className="mx-auto mt-2 h-1 w-9 rounded-pill bg-line" />}
            <div className="flex min-h-14 items-center gap-1 pr-2 pl-4">
              <h2 id={`${id}-title`} className="min-w-0 flex-1 text-xl font-bold">
                {title}
              </h2>
              {action}
              <IconButton icon={IconX} label="Close" onClick={onClose} />
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && (
            <div className="shrink-0 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom,0px))]">
              {footer}
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}
