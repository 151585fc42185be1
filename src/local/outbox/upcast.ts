import type { AnyPayload, SendContext } from '#contract/commands.ts'
import type { OutboxItem } from '../database/records.ts'
import type { Rules } from './command.ts'

/**
 * An item that was written by an older app. Never attempted: its payload is brought up to date. Attempted: it keeps
 * the form that met its key (I6), and is sent in that form. Throws where a step is missing or fails.
 */
export function broughtUp(item: OutboxItem, command: Rules): OutboxItem {
  if (item.v >= command.v || item.sentEver || item.tries > 0) return item
  let payload: unknown = item.payload
  for (let v = item.v; v < command.v; v++) {
    const step = command.upcast?.[v]
    if (!step) throw new RangeError(`No way from ${item.kind}@${v}`)
    payload = step(payload)
  }
  return { ...item, v: command.v, payload: payload as AnyPayload }
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
