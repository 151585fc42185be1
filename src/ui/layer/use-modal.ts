import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** Milliseconds, longer than any exit animation, after which the content is removed. */
const exitMs = 320

/** Makes scrollable boxes without controls focusable: keys scroll a focused box, and not every browser focuses such a box. */
function reachScrolling({ currentTarget }: { currentTarget: HTMLElement }) {
  for (const box of currentTarget.querySelectorAll<HTMLElement>('.overflow-y-auto'))
    if (box.scrollHeight > box.clientHeight && !box.querySelector('a, button, input, select, textarea'))
      box.tabIndex = 0
}

/**
 * Opens and closes a native modal dialog by a boolean. The browser traps the focus, makes the page behind inert and closes on
 * Escape or the phone's back gesture. A press on the backdrop closes too, and the focus returns to its previous element.
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
      // The `close` event fires later. When `<Activity>` hides the page, this cleanup runs and the event must not call `onClose`.
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
    /** Whether the content must render: while the dialog is open and during its exit animation. */
    present,
    /** Props for the `<dialog>`. */
    dialog: {
      ref,
      onFocus: reachScrolling,
      onCancel: (event) => {
        // The `cancel` event of a file input inside the dialog bubbles up to here.
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
