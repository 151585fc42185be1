import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/**
 * Something that opens below its control and does not hold the page: Escape closes it and gives the focus back; a tap
 * or a step of the focus to anywhere else closes it too, and they keep theirs. The arrows open it and walk through what
 * `stops` finds in it. `root` is for the element around the control and what it opens.
 */
export function usePopup(control: RefObject<HTMLElement | null>, stops: string) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  function press(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 && (event.key !== 'Escape' || !open)) return
    event.preventDefault()
    if (by === 0) {
      setOpen(false)
      control.current?.focus()
    } else if (!open) setOpen(true)
    else stepFocus(root.current, stops, by, control.current)
  }
  /** Without a target the window lost the focus, or a phone does not focus what is tapped. */
  function leaveFor(target: EventTarget | null) {
    if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
  }
  useEffect(() => {
    if (!open) return undefined
    // Near the lower edge of the window it would open out of sight.
    root.current?.querySelector('[data-popup]')?.scrollIntoView?.({ block: 'nearest' })
    const tap = ({ target }: PointerEvent) => leaveFor(target)
    document.addEventListener('pointerdown', tap)
    return () => document.removeEventListener('pointerdown', tap)
  }, [open])
  return {
    open,
    show: () => setOpen(true),
    close: () => setOpen(false),
    root: { ref: root, onKeyDown: press, onBlur: (event: FocusEvent) => leaveFor(event.relatedTarget) },
  }
}

/** Moves the focus along; before the first stands the control itself. */
function stepFocus(root: HTMLElement | null, stops: string, by: number, control: HTMLElement | null) {
  const all = [...(root?.querySelectorAll<HTMLElement>(stops) ?? [])]
  const at = all.findIndex((element) => element === document.activeElement) + by
  const next = at < 0 ? control : all[at]
  next?.focus()
}

/** How what opens looks; it scrolls in itself and never grows past the window. */
export const popupLook =
  'absolute inset-x-0 top-full z-30 m-0 mt-2 max-h-[min(24rem,60dvh)] scroll-mb-[calc(var(--bottom-bar)+0.75rem)] overflow-y-auto overscroll-contain rounded-grid border border-line bg-surface px-4 py-2 text-ink shadow-e1 outline-none dark:bg-raised'
