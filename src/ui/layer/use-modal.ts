import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** Longer than any exit motion: afterwards the content leaves the page. */
const exitMs = 320

/** The keys scroll a box that has the focus or holds what has it; not every browser gives it to one that holds nothing. */
function reachScrolling({ currentTarget }: { currentTarget: HTMLElement }) {
  for (const box of currentTarget.querySelectorAll<HTMLElement>('.overflow-y-auto'))
    if (box.scrollHeight > box.clientHeight && !box.querySelector('a, button, input, select, textarea'))
      box.tabIndex = 0
}

/**
 * Ties a native modal dialog to a boolean. The browser traps focus, makes the page behind inert and closes on Escape
 * or the phone's back gesture; a press on the backdrop closes as well, and focus goes back to where it was.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const closedHere = useRef(false)
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    return () => {
      // Its event comes later, when this may be no end but a page that is put aside with all that is open on it.
      closedHere.current = dialog.open
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])

  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => setPresent(false), exitMs)
    return () => clearTimeout(timer)
  }, [open])

  return {
    /** Whether there is anything to render: while open and while leaving. */
    present,
    /** To spread onto the `<dialog>`. */
    dialog: {
      ref,
      onFocus: reachScrolling,
      onCancel: (event) => {
        // A file input inside lets its own "cancel" bubble up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      },
      onClose: (event) => {
        if (event.target !== event.currentTarget) return
        const ours = closedHere.current
        closedHere.current = false
        if (open && !ours) onClose()
      },
      onPointerDown: (event) => {
        pressedBackdrop.current = event.target === event.currentTarget
      },
      onPointerUp: (event) => {
        if (pressedBackdrop.current && event.target === event.currentTarget) onClose()
        pressedBackdrop.current = false
      },
    } satisfies ComponentProps<'dialog'>,
  }
}
