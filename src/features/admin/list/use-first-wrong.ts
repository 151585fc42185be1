import { type RefObject, useEffect } from 'react'

/** What was sent came back with something wrong: the focus goes to the first field that says so. */
export function useFirstWrong(form: RefObject<HTMLFormElement | null>, wrong: unknown): void {
  useEffect(() => {
    const first = wrong && form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }, [form, wrong])
}
