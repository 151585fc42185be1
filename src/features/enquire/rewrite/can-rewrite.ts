import type { CommandKind } from '#contract/commands.ts'
import type { OutboxEntry } from '#local/react'

/** Kinds whose payload is the text of one form. */
const rewritable = [
  'enquiry.send',
  'contact.send',
  'testdrive.book',
  'insurance.send',
  'newsletter.subscribe',
  'ad.report',
] as const
export type RewritableKind = (typeof rewritable)[number]

export const isRewritable = (kind: CommandKind): kind is RewritableKind =>
  rewritable.some((one) => one === kind)

/** Returns whether an item has text that can be changed. */
export function canRewrite({ kind, state, cancelling, error }: OutboxEntry): boolean {
  return isRewritable(kind) && state !== 'done' && !cancelling && error?.code !== 'corrupt_record'
}

/** Returns whether an item may have reached the server and no refusal has arrived. */
export const isOnItsWay = ({ state, mayHaveLeft }: OutboxEntry): boolean =>
  state === 'sending' || (mayHaveLeft && state !== 'rejected')

export const onItsWayMessage = 'It may already be on its way. Cancel it first to change it.'
