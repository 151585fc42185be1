import { useCallback, useEffect, useRef, useState } from 'react'
import { orderRoutes, type PaymentForm } from '#contract/plans/orders.ts'
import { useCall } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** Milliseconds after which the buyer may try again: the browser does not report a load that the person stopped. */
const patience = 10_000

/** Sends the buyer to the payment provider with a hidden form, exactly as the server gave it. */
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
    // The back/forward cache may restore the page in its busy state.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setForm(undefined)
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  /** Pays an existing order; nothing new is ordered. Calls `onStay` when there is nothing left to pay or an error is shown. */
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
    /** Whether the form is being requested or the browser is on its way to the provider. */
    busy: busy || form !== undefined,
    /** Posts a payment form of the server (R-SUBS-14). */
    leave: setForm,
    pay,
    /** Element to render: the form that is posted. */
    post: form && <Post form={form} />,
  }
}

function Post({ form: { action, fields } }: { form: PaymentForm }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A field may be called "submit" and hide the form's own method.
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
