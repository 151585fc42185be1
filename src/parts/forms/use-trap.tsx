import { useEffect, useRef } from 'react'
import type { FilledForm } from '#contract/forms/filled.ts'

/**
 * A field that no person sees, reaches or hears, and how long the form has been on screen: what distinguishes a program from a
 * person without a captcha. Its name and marks keep browsers and password managers from filling it.
 */
export function useTrap() {
  const input = useRef<HTMLInputElement>(null)
  const since = useRef<number>(undefined)
  useEffect(() => {
    since.current = performance.now()
  }, [])
  return {
    /** To be put into the form. */
    field: (
      // Not display:none, which programs look for.
      <div aria-hidden className="pointer-events-none absolute size-px overflow-hidden opacity-0">
        <input
          ref={input}
          name="further_remark_2"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </div>
    ),
    /** How the form was filled so far. */
    filled: (): FilledForm => ({
      ms: Math.round(performance.now() - (since.current ?? performance.now())),
      trap: input.current?.value ?? '',
    }),
  }
}
