import { type ComponentProps, useId } from 'react'
import { Checkbox } from '#ui/form/checkbox.tsx'

type Props = Omit<ComponentProps<typeof Checkbox>, 'label'> & { error: string | undefined }

/** In a tab of their own, so that what is typed stays where it is. */
function Paper({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="font-medium text-brand underline">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** R-AUTH-08, R-VAL-27 */
export function TermsBox({ error, ...input }: Props) {
  const id = useId()
  return (
    <div>
      <Checkbox
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        label={
          <span className="text-base">
            I accept the <Paper href="/terms">terms and conditions</Paper> and the{' '}
            <Paper href="/privacy">privacy policy</Paper>
          </span>
        }
      />
      {error && (
        <p id={id} className="mt-1 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
