import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { orderRoutes } from '#contract/plans/orders.ts'
import { planRoutes } from '#contract/plans/plans.ts'
import { type Mount, ok, type Thing } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { gatewaysOf, payableFrom } from './gateways.ts'
import { heldOrder, orderFrom, type OrderRow, ownOrder, ownOrders, plansOnOffer } from './orders-store.ts'
import { placeOrder } from './place-order.ts'
import { mountSendProof, noOrder } from './send-proof.ts'
import { FakePayfast } from '../integrations/payfast/fake-payfast.ts'
import { payfastOf, playPath } from '../integrations/payfast/payfast.ts'
import { mountNotices, takeForms } from './notify-route.ts'
import { changeRow } from '../kernel/db/lists.ts'

/** Returns the origin at which this process reaches itself directly, without the proxy in front of it. */
function localOriginOf({ server }: FastifyInstance): string | undefined {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return undefined
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/**
 * Mounts a fake PayFast for a demo on a local machine: its payment page, its notices and its validation of notices. Never
 * mounts it in production or with a real merchant. All traffic uses HTTP, as with the real PayFast.
 */
function mountPlay(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const payfast = payfastOf(config)
  if (!config.playsPayfast || !payfast) return
  const reach = (url: string) => {
    const origin = localOriginOf(app)
    return origin !== undefined && url.startsWith(`${config.publicUrl}/`)
      ? origin + url.slice(config.publicUrl.length)
      : url
  }
  const fake = new FakePayfast({ merchant: () => payfast.merchant, base: playPath, reach })
  app.addHook('onClose', () => fake.stop())
  void app.register((scope, _, done) => {
    takeForms(scope)
    scope.route<{ Body: unknown }>({
      method: ['GET', 'POST'],
      url: `${playPath}/*`,
      handler: async (request, reply) => {
        const path = request.url.split('?', 1)[0] ?? ''
        const body = typeof request.body === 'string' ? request.body : ''
        const answer = await fake.answer(request.method, path, body)
        if (!answer) return reply.callNotFound()
        return reply.code(answer.status).headers(answer.headers).send(answer.body)
      },
    })
    done()
  })
}

/** Mounts the calls of plans and orders, and the payment notices. */
export function mountOrders(app: FastifyInstance, mount: Mount, deps: Deps): void {
  const payable = (order: OrderRow) => payableFrom(order, gatewaysOf(deps))
  /** Source of the response to a repeated write: the current order, so that no buyer is sent to pay a paid order. */
  const thing: Thing = {
    name: 'order',
    read: async (sql, { id, user }) => {
      const order = await ownOrder(sql, { id, user })
      return order && payable(order)
    },
  }

  mountNotices(app, deps, (url) => {
    const origin = deps.config.playsPayfast ? localOriginOf(app) : undefined
    return origin === undefined ? url : origin + playPath
  })
  mountPlay(app, deps)
  mountSendProof(mount, deps, thing)
  mount(planRoutes.getSubscriptionList, async ({ sql }) => ({ ...ok, data: await plansOnOffer(sql) }))

  mount(
    orderRoutes.applySubscriptionOrder,
    async ({ body, user, sql }) => {
      const order = await placeOrder(sql, deps, { ...body, user: user.id })
      const msg =
        order.state === 'paid' ? `${order.plan_name} is yours.` : 'Your order waits for its payment.'
      return { ...ok, msg, data: payable(order) }
    },
    { thing },
  )

  mount(orderRoutes.getMyOrders, async ({ user, sql }) => ({
    ...ok,
    data: (await ownOrders(sql, user.id)).map(orderFrom),
  }))

  mount(orderRoutes.getOrder, async ({ params, user, sql }) => {
    const order = await ownOrder(sql, { id: params.id, user: user.id })
    if (!order) throw noOrder()
    return { ...ok, data: payable(order) }
  })

  mount(
    orderRoutes.cancelOrder,
    async ({ params, user, sql }) => {
      const order = await heldOrder(sql, { id: params.id })
      if (order?.user_id !== user.id) throw noOrder()
      if (order.state !== 'pending' && order.state !== 'cancelled') throw new AppError('decided_meanwhile')
      // A payment that arrives after the cancellation pays the order.
      const state = 'cancelled'
      await changeRow(sql, 'orders', { id: params.id, state: 'pending' }, { state, closed_at: deps.now() })
      return { ...ok, msg: 'The order is cancelled.', data: orderFrom({ ...order, state }) }
    },
    { thing },
  )
}
