import { useEffect, useRef } from 'react'
import type { FilledForm } from '#contract/forms/filled.ts'

/**
 * Returns a hidden field and the time since the form appeared, which distinguish a program from a person without a captcha. The
 * field's name and attributes keep browsers and password managers from filling it.
 */
export function useTrap() {
  const input = useRef<HTMLInputElement>(null)
  const since = useRef<number>(undefined)
  useEffect(() => {
    since.current = performance.now()
  }, [])
  return {
    /** Element to render in the form. */
    field: (
      // Programs look for `display: none`, so another style hides the field.
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
    /** Returns the fill time and the content of the hidden field. */
    filled: (): FilledForm => ({
      ms: Math.round(performance.now() - (since.current ?? performance.now())),
      trap: input.current?.value ?? '',
    }),
  }
}
