import { basePath } from '#contract/http.ts'
import { commandOf } from '../outbox/command.ts'
import type { Heard } from '../outbox/verdict.ts'
import { send, type Wire } from '../transport/send.ts'
import type { Drain } from './drain.ts'

export interface DeliverPorts {
  wire: Wire
  /** Orders the writes of this database; born and lost with it, like the numbers it orders. */
  device: string
  /** The token as it is now, after a refusal. */
  renewed: () => Promise<string | undefined>
  /** Refused twice: it is over. */
  drop: (token: string) => Promise<void> | void
}

/** Turns an item into its call. A 401 gets one more try with the newest token, under the same key (R-ERR-01). */
export function createDeliver(p: DeliverPorts): Drain['send'] {
  return async (item, { key, token }) => {
    const command = commandOf(item)
    if (!command) return silence()
    const attempt = async (bearer: string | undefined): Promise<Heard> => {
      const answer = await send(p.wire, {
        method: command.method,
        path: basePath + command.path,
        body: command.body(item.payload, { itemId: item.id, seq: item.seq }),
        token: bearer,
        key,
        device: p.device,
        payload: `${item.kind}@${item.v}`,
      })
      // Only the server can take a write.
      return answer.ok && answer.fromPhone ? silence() : answer
    }
    const first = await attempt(token)
    if (first.ok || first.status !== 401 || token === undefined) return first
    const newest = (await p.renewed()) ?? token
    const second = await attempt(newest)
    if (!second.ok && second.status === 401) await p.drop(newest)
    return second
  }
}

const silence = (): Heard => ({ ok: false, status: 0, error: { code: 'network' } })
