import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to an element when new data has removed the focused button, so that the focus is not lost. */
export function useRestoredFocus(to: RefObject<HTMLElement | null>, data: unknown): void {
  const before = useRef(false)
  useEffect(() => {
    if (data === undefined) return
    if (before.current && document.activeElement === document.body) to.current?.focus({ preventScroll: true })
    before.current = true
  }, [to, data])
}

/** When the server refuses the input, moves the focus to the first invalid field. */
export function useFirstWrong(form: RefObject<HTMLFormElement | null>, wrong: unknown): void {
  useEffect(() => {
    const first = wrong && form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }, [form, wrong])
}
