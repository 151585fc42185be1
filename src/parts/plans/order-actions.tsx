import { useState } from 'react'
import { orderRoutes, type Order } from '#contract/plans/orders.ts'
import { useCall } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { Question } from '#ui/layer/question.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { isChecked, orderAddress, receiptAddress } from './order-words.ts'
import { usePayment } from './use-payment.tsx'

interface Props {
  order: Order
  /** Called when the order may have changed. */
  onChange: () => void
  /** Whether the buttons are on the order's own page with the bank details, which needs no link to itself. */
  onItsPage?: boolean
  /** Whether the payment button is less prominent, because the order may be paid already. */
  unhurried?: boolean
}

/** Shows the actions of an order by its state (R-SUBS-15). */
export function OrderActions({ order, onChange, onItsPage = false, unhurried = false }: Props) {
  const { _id: id, state, method, amount } = order
  const { busy, pay, post } = usePayment()
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {state === 'pending' && method === 'card' && (
        <Button
          size="sm"
          look={unhurried ? 'outline' : 'primary'}
          loading={busy}
          onClick={() => void pay(id, onChange)}
        >
          {busy ? 'Taking you there …' : 'Pay now'}
        </Button>
      )}
      {(state === 'pending' || state === 'refused') && method === 'deposit' && !onItsPage && (
        <Button size="sm" look={isChecked(order) ? 'outline' : 'primary'} href={orderAddress(id)}>
          {state === 'refused' ? 'Send another proof' : isChecked(order) ? 'See the proof' : 'Send proof'}
        </Button>
      )}
      {(state === 'paid' || state === 'refunded') && amount > 0 && (
        <Button size="sm" look="outline" href={receiptAddress(id)}>
          Receipt
        </Button>
      )}
      <Cancelling order={order} onChange={onChange} />
      {post}
    </div>
  )
}

function Cancelling({ order, onChange }: Pick<Props, 'order' | 'onChange'>) {
  const [open, setOpen] = useState(false)
  const { run, busy } = useCall(orderRoutes.cancelOrder)
  const showError = useErrorAlert()
  const notify = useNotify()
  const cancel = async () => {
    const result = await run({ params: { id: order._id } })
    if (!result) return
    setOpen(false)
    if (result.ok) notify({ severity: 'success', message: 'The order is cancelled.' })
    else if (result.error.status === 0)
      notify({ severity: 'error', message: 'Cancelling needs a connection. The order is as it was.' })
    else showError(result.error.message)
    onChange()
  }
  return (
    <>
      {order.state === 'pending' && (
        <Button size="sm" look="outline" onClick={() => setOpen(true)}>
          Cancel order
        </Button>
      )}
      <Question
        open={open}
        title="Cancel this order?"
        no="Keep it"
        onNo={() => setOpen(false)}
        yes="Cancel order"
        busy={busy}
        onYes={() => void cancel()}
      >
        <p>
          {order.plan.name}, {order.reference}. Nothing is charged.
          {order.method === 'deposit' && ' If you have paid it already, keep it and send us the proof.'}
        </p>
      </Question>
    </>
  )
}
