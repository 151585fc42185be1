import type { FastifyInstance } from 'fastify'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'

/** Plans, orders of them, and what is told about their payment. */
export function mountOrders(_app: FastifyInstance, _mount: Mount, _deps: Deps): void {}
