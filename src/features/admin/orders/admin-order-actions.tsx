import { useState } from 'react'
import { type AdminOrder, adminOrderRoutes } from '#contract/admin/admin-orders.ts'
import { rand } from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { ActionDialog } from '../list/action-dialog.tsx'

/** What may be done to an order beside its proofs: refund one that is paid, pay one that nobody told us about. */
export function AdminOrderActions({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const [asks, setAsks] = useState<'refund' | 'settle'>()
  const close = () => setAsks(undefined)
  if (order.amount === 0 || order.state === 'refunded') return null
  const order_id = order._id
  return (
    <div className="mt-8 border-t border-line pt-5">
      {order.state === 'paid' ? (
        <Button look="outline" onClick={() => setAsks('refund')}>
          Note a refund
        </Button>
      ) : (
        <Button look="outline" onClick={() => setAsks('settle')}>
          Mark as paid
        </Button>
      )}
      <ActionDialog
        open={asks === 'refund'}
        onClose={close}
        title={`Refund ${rand(order.amount)} for ${order.reference}?`}
        yes="Note the refund"
        danger
        route={adminOrderRoutes.refundOrder}
        body={(reason) => ({ order_id, reason })}
        words={{
          name: 'reason',
          label: 'Words to the buyer',
          hint: 'The buyer reads them in a letter and with the order.',
          missing: 'Please give the reason; the buyer reads it',
        }}
        onDone={onDone}
      >
        <p>
          This moves no money: give it back first. {order.plan.name} ends at once, and this cannot be taken
          back.
        </p>
      </ActionDialog>
      <ActionDialog
        open={asks === 'settle'}
        onClose={close}
        title={`Mark ${order.reference} as paid?`}
        yes="Mark as paid"
        route={adminOrderRoutes.settleOrder}
        body={(note) => ({ order_id, note })}
        words={{
          name: 'note',
          label: 'How you know',
          hint: 'For the audit log: where you saw the payment.',
          missing: 'Please write how you know',
        }}
        onDone={onDone}
      >
        <p>
          {rand(order.amount)} arrived, and nobody told us. The buyer gets {order.plan.name}, and a receipt by
          letter.
        </p>
      </ActionDialog>
    </div>
  )
}
