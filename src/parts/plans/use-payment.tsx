import { useCallback, useEffect, useRef, useState } from 'react'
import { orderRoutes, type PaymentForm } from '#contract/plans/orders.ts'
import { useCall } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** Milliseconds after which one may go there again: a load that its person stopped tells nobody. */
const patience = 10_000

/** Takes the buyer to the payment provider, by a hidden form exactly as the server gave it. */
export function usePayment() {
  const [form, setForm] = useState<PaymentForm>()
  const { run, busy } = useCall(orderRoutes.getOrder)
  const showError = useErrorAlert()
  const notify = useNotify()
  useEffect(() => {
    if (!form) return undefined
    const timer = setTimeout(() => setForm(undefined), patience)
    return () => clearTimeout(timer)
  }, [form])
  useEffect(() => {
    // "Back" may bring the page out of the browser's memory as it was left: busy for ever.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setForm(undefined)
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  /** The same order once more: nothing new is ordered. `onStay`: there is nothing to pay any more, or the reason was notified. */
  const pay = useCallback(
    async (id: string, onStay: () => void) => {
      const result = await run({ params: { id } })
      if (!result) return
      if (result.ok) {
        const { payment_form: nextForm } = result.body.data
        setForm(nextForm)
        if (nextForm) return
      } else if (result.error.status === 0)
        notify({ severity: 'error', message: 'Paying needs a connection. Your order is kept.' })
      else showError(result.error.message)
      onStay()
    },
    [run, notify, showError],
  )
  return {
    /** The browser is on its way to the provider, or the form is being requested. */
    busy: busy || form !== undefined,
    /** Leaves for the provider with a form of the server (R-SUBS-14). */
    leave: setForm,
    pay,
    /** To be rendered: the form that is posted. */
    post: form && <Post form={form} />,
  }
}

function Post({ form: { action, fields } }: { form: PaymentForm }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // By its prototype: a field may be called "submit".
    if (form.current) HTMLFormElement.prototype.submit.call(form.current)
  }, [action, fields])
  return (
    <form ref={form} method="post" action={action} hidden aria-label="Payment">
      {fields.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}
