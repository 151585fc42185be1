// Which shapes of a queued write this server still takes. A phone may have been in a drawer: the write in it keeps the
// shape it was made in, and says so with `X-Payload: kind@version`.
import { commands } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'

export interface PayloadRule {
  newest: number
  /** Oldest shape still taken; two before the newest, for at least ninety days. */
  oldest: number
  /** Brings a body of version `n` to `n + 1`, where a body of that age cannot be read as it is. */
  upgrade?: Readonly<Record<number, (body: unknown) => unknown>>
}
export type PayloadRegistry = Readonly<Record<string, PayloadRule>>

const kept = 2
const rules = Object.entries(commands).map(([kind, { v }]): [string, PayloadRule] => [
  kind,
  { newest: v, oldest: Math.max(1, v - kept) },
])
/** What the commands of this version say. */
export const ownPayloads: PayloadRegistry = Object.fromEntries(rules)

/** A header that is none of ours is ignored: the body is judged as it is. */
function namedIn(header: string | string[] | undefined): { kind: string; v: number } | undefined {
  const [, kind = '', v] = /^([a-z.]{1,40})@(\d{1,6})$/.exec(String(header ?? '')) ?? []
  return v === undefined ? undefined : { kind, v: Number(v) }
}

/** The body in the newest shape of its kind; `upgrade_required` for a shape too new or too old for this server. */
export function bodyNow(
  header: string | string[] | undefined,
  body: unknown,
  book: PayloadRegistry,
): unknown {
  const named = namedIn(header)
  const rule = named && Object.hasOwn(book, named.kind) ? book[named.kind] : undefined
  if (!named || !rule) return body
  if (named.v > rule.newest || named.v < rule.oldest) throw new AppError('upgrade_required')
  let now = body
  for (let v = named.v; v < rule.newest; v += 1) now = rule.upgrade?.[v]?.(now) ?? now
  return now
}
