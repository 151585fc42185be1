import { useEffect, useState } from 'react'

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(?:checkbox|radio|range|button|submit)$/.test(target.type))

/** With a keyboard up, less than this part of the screen is left for the page. */
const keyboardLeaves = 0.65

/** Whether the phone's keyboard is up: a text field has the focus and, where the browser tells, the window shrank. */
export function useTyping(): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    const viewport = window.visualViewport
    const look = () => {
      const shrunk = !viewport || viewport.height * viewport.scale < window.screen.height * keyboardLeaves
      setTyping(isTextField(document.activeElement) && shrunk)
    }
    // The focus is between two elements while it leaves the first.
    const later = () => requestAnimationFrame(look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    viewport?.addEventListener('resize', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
      viewport?.removeEventListener('resize', look)
    }
  }, [])
  return typing
}
