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

/** Ports for the login of a write, which several requests use. */
interface LoginPorts {
  /** Exchanges a refused token. */
  renewed: (refused: string) => Promise<Renewal>
  /** Called when a token was refused twice, so that its login is over. */
  drop: (token: string) => Promise<void> | void
}

/** Sends requests under a login. A 401 gets one retry with the newest token, which later requests use too (R-ERR-01). */
export function underLogin(given: string | undefined, p: LoginPorts) {
  let token = given
  return async <A extends { ok: boolean; status: number }>(
    attempt: (token: string | undefined) => Promise<A>,
  ): Promise<A | Refused> => {
    const first = await attempt(token)
    if (first.ok || first.status !== 401 || token === undefined) return first
    const renewal = await p.renewed(token)
    // Without a response it is unknown whether the login continues.
    if (renewal.is === 'unknown') return unknownOutcome('network')
    if (renewal.is === 'new') ({ token } = renewal)
    const second = await attempt(token)
    if (!second.ok && second.status === 401) await p.drop(token)
    return second
  }
}

export interface DeliverPorts extends LoginPorts {
  http: HttpClient
  /** Id that orders the writes of this database; it is created and lost with the database, like the numbers that it orders. */
  device: string
  /** Commands that this app knows. */
  book?: CommandRegistry
}

type Target = Pick<JsonCall, 'method' | 'path' | 'body' | 'key' | 'payload'>

/** Returns the request of an item; for an item that was taken back, the request that asks the server to refuse it. */
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

/** Returns the body in the shape of the item's own version; undefined when this app no longer knows that version. */
export function bodyOf(
  item: OutboxItem,
  command: Rules,
  context: SendContext,
): Record<string, unknown> | undefined {
  if (item.v === command.v) return command.body(item.payload, context)
  return command.older?.[item.v]?.(item.payload, context)
}

/** Creates the function that sends an item under its login. */
export function createDeliver(p: DeliverPorts): Drain['send'] {
  return async (item, { key, token }) => {
    const target = targetOf(item, key, p.book)
    if (!target) return { ok: false, status: 426, error: { code: 'upgrade_required' } }
    return underLogin(
      token,
      p,
    )(async (bearer): Promise<SendResult> => {
      const answer = await send(p.http, { ...target, token: bearer, device: p.device })
      // Only the server can accept a write, so a response of the worker does not count.
      return answer.ok && answer.fromPhone ? unknownOutcome('network') : answer
    })
  }
}
