import type { Order, Payable } from '#contract/plans/orders.ts'
import { z } from 'zod/mini'
import type { Db } from '../../server/kernel/db/sql.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import type { PaymentNews } from '../../server/integrations/payfast/check-notice.ts'
import { type Gateway, handGateways } from '../../server/orders/gateways.ts'
import { settlePayment } from '../../server/orders/settle.ts'

/** Payment gateways that a test controls. */

/** Registers a card gateway and a bank deposit. */
export function gateways(deps: Pick<Deps, 'config'>): void {
  const card: Gateway = {
    method: 'card',
    start: (bill) => ({
      form: {
        action: 'https://pay.example/process',
        fields: [
          { name: 'm_payment_id', value: bill.payment_id },
          { name: 'amount', value: bill.amount.toFixed(2) },
        ],
      },
    }),
  }
  const deposit: Gateway = {
    method: 'deposit',
    start: () => ({
      deposit: { bank: 'A Bank', account_name: 'Motorkin', account_number: '1234', branch_code: '56' },
    }),
  }
  handGateways(deps, [card, deposit])
}

/** Returns the id of an order's payment at the gateway. */
export const paymentIdOf = async (db: Db, { _id }: Pick<Order, '_id'>): Promise<string> => {
  const text = 'select payment_id from orders where id = $1'
  const row = await db.row(z.object({ payment_id: z.string() }), { text, values: [_id] })
  return row?.payment_id ?? 'none'
}

/** Reports a payment of an order as a gateway does. */
export async function tell(
  deps: Deps,
  order: Pick<Payable, '_id' | 'amount'>,
  over: Partial<PaymentNews> = {},
): Promise<string> {
  const paymentId = await paymentIdOf(deps.db, order)
  const news: PaymentNews = {
    paymentId,
    payment: `of ${order._id}`,
    status: 'complete',
    amount: order.amount,
    ...over,
  }
  return deps.db.tx((sql) => settlePayment(sql, deps, news))
}
