import type { FastifyInstance } from 'fastify'
import { adminOrderRoutes, proofFilePath } from '#contract/admin/admin-orders.ts'
import { basePath } from '#contract/http.ts'
import { callerOf } from '../../kernel/auth.ts'
import { found, type Mount, ok, okData, okWith } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { proofFile, sendProofFile } from '../../orders/proofs-store.ts'
import { operatorOf } from '../audit.ts'
import { adminOrderById, adminOrders } from './admin-orders-store.ts'
import { refundOrder, returnPayment, settleOrder } from './order-actions.ts'
import { approveProof, refuseProof } from './proof-actions.ts'

const shown = async (sql: Sql, id: string) => found(await adminOrderById(sql, id), 'There is no such order.')

export function mountAdminOrders(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mount(adminOrderRoutes.adminListOrders, ({ body, sql }) => okWith(adminOrders(sql, body)))

  mount(adminOrderRoutes.adminGetOrder, ({ params, sql }) => okData(shown(sql, params.id)))

  mount(adminOrderRoutes.approveProof, async ({ body, user, sql }) => {
    const { order, surplus } = await approveProof(sql, deps, operatorOf(user), { id: body.proof_id })
    const paid = `${order.reference} is paid, and the plan is given.`
    const msg = surplus ? `${order.reference} was paid before: please give this money back.` : paid
    return { ...ok, msg, data: await shown(sql, order._id) }
  })

  mount(adminOrderRoutes.refuseProof, async ({ body: { proof_id: id, reason }, user, sql }) => {
    const order = await refuseProof(sql, deps, operatorOf(user), { id, reason })
    return { ...ok, msg: 'Refused. The buyer reads why.', data: await shown(sql, order._id) }
  })

  mount(adminOrderRoutes.refundOrder, async ({ body: { order_id: id, reason }, user, sql }) => {
    await refundOrder(sql, deps, operatorOf(user), { id, reason })
    return { ...ok, msg: 'Noted as refunded. The buyer gets an e-mail.', data: await shown(sql, id) }
  })

  mount(adminOrderRoutes.returnPayment, async ({ body: { notice_id: id, note }, user, sql }) => {
    const order = await returnPayment(sql, deps, operatorOf(user), { id, note })
    return { ...ok, msg: 'Noted as given back.', data: await shown(sql, order) }
  })

  mount(adminOrderRoutes.settleOrder, async ({ body: { order_id: id, note }, user, sql }) => {
    await settleOrder(sql, deps, operatorOf(user), { id, note })
    return { ...ok, msg: 'The order is paid, and the plan is given.', data: await shown(sql, id) }
  })

  app.get<{ Params: { id: string } }>(
    basePath + proofFilePath(':id').replace('%3A', ':'),
    async ({ headers, ip, params }, reply) => {
      await callerOf({ headers, ip }, 'admin', deps)
      return sendProofFile(reply, found(await proofFile(deps.db, params.id), 'There is no such proof.'))
    },
  )
}
