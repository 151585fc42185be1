import type { CommandRegistry, SendContext } from '#contract/commands.ts'
import { basePath } from '#contract/http.ts'
import { voidPath } from '#contract/sync/receipts.ts'
import { commandOf, type Rules } from '../outbox/command.ts'
import type { OutboxItem } from '../database/records.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import type { Renewal } from '../session/session.ts'
import {
  send,
  type JsonCall,
  type HttpClient,
  type Refused,
  unknownOutcome,
} from '../transport/http-client.ts'
import type { Drain } from './drain.ts'

/** The login that a write goes under, from call to call. */
interface LoginPorts {
  /** The token in place of one that was refused. */
  renewed: (refused: string) => Promise<Renewal>
  /** Refused twice: it is over. */
  drop: (token: string) => Promise<void> | void
}

/** Calls under a login. A 401 gets one more try with the newest token, which then stays (R-ERR-01). */
export function underLogin(given: string | undefined, p: LoginPorts) {
  let token = given
  return async <A extends { ok: boolean; status: number }>(
    attempt: (token: string | undefined) => Promise<A>,
  ): Promise<A | Refused> => {
    const first = await attempt(token)
    if (first.ok || first.status !== 401 || token === undefined) return first
    const renewal = await p.renewed(token)
    // Nobody could be asked whether the login goes on.
    if (renewal.is === 'unknown') return unknownOutcome('network')
    if (renewal.is === 'new') ({ token } = renewal)
    const second = await attempt(token)
    if (!second.ok && second.status === 401) await p.drop(token)
    return second
  }
}

export interface DeliverPorts extends LoginPorts {
  http: HttpClient
  /** Orders the writes of this database; born and lost with it, like the numbers it orders. */
  device: string
  /** The kinds this app knows. */
  book?: CommandRegistry
}

type Target = Pick<JsonCall, 'method' | 'path' | 'body' | 'key' | 'payload'>

/** The call of an item; of one that was taken back, the call that asks the server to refuse it. */
function targetOf(item: OutboxItem, key: string, book: CommandRegistry | undefined): Target | undefined {
  const command = commandOf(item, book)
  if (item.cancel) return { method: 'POST', path: basePath + voidPath(key), body: {} }
  if (!command) return undefined
  const { path } = command
  const context = { itemId: item.id, seq: item.seq, baseVersion: item.base?.version }
  const body = bodyOf(item, command, context)
  return (
    body && {
      method: command.method,
      path: basePath + (typeof path === 'string' ? path : path(item.payload)),
      body,
      key,
      payload: `${item.kind}@${item.v}`,
    }
  )
}

/** The request's body in the shape of the item's own version; undefined when this app no longer knows it. */
export function bodyOf(
  item: OutboxItem,
  command: Rules,
  context: SendContext,
): Record<string, unknown> | undefined {
  if (item.v === command.v) return command.body(item.payload, context)
  return command.older?.[item.v]?.(item.payload, context)
}

/** Sends an item under its login. */
export function createDeliver(p: DeliverPorts): Drain['send'] {
  return async (item, { key, token }) => {
    const target = targetOf(item, key, p.book)
    if (!target) return { ok: false, status: 426, error: { code: 'upgrade_required' } }
    return underLogin(
      token,
      p,
    )(async (bearer): Promise<SendResult> => {
      const answer = await send(p.http, { ...target, token: bearer, device: p.device })
      // Only the server can take a write.
      return answer.ok && answer.fromPhone ? unknownOutcome('network') : answer
    })
  }
}
