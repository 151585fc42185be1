import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/**
 * Controls a non-modal popup below its control. Escape closes the popup and focuses the control. A tap or a focus elsewhere
 * closes the popup and keeps that focus. The arrow keys open the popup and move through the elements that match `stops`. `root`
 * holds the props of the element around control and popup.
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
  /** Closes the popup for an outside target. No target: the window lost the focus, or a phone does not focus tapped elements. */
  function leaveFor(target: EventTarget | null) {
    if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
  }
  useEffect(() => {
    if (!open) return undefined
    // Near the lower edge of the window the popup would open out of sight.
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

/** Moves the focus by one element; the control is before the first one. */
function stepFocus(root: HTMLElement | null, stops: string, by: number, control: HTMLElement | null) {
  const all = [...(root?.querySelectorAll<HTMLElement>(stops) ?? [])]
  const at = all.findIndex((element) => element === document.activeElement) + by
  const next = at < 0 ? control : all[at]
  next?.focus()
}

/** Classes of the popup; it scrolls inside itself and never exceeds the window. */
export const popupLook =
  'absolute inset-x-0 top-full z-30 m-0 mt-2 max-h-[min(24rem,60dvh)] scroll-mb-[calc(var(--bottom-bar)+0.75rem)] overflow-y-auto overscroll-contain rounded-grid border border-line bg-surface px-4 py-2 text-ink shadow-e1 outline-none dark:bg-raised'
