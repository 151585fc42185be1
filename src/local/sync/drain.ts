import { backlog, mayTakeOver, type Backlog } from '../outbox/sending/leadership.ts'
import { ownToken, type Drain } from './drain-ports.ts'
import { runRound } from './round.ts'

export interface Round extends Backlog {
  /** Someone else is sending. */
  busy: boolean
  delivered: number
  /** A network or server failure ended the round early for at least one item. */
  failed: boolean
}

/**
 * One round of sending for one partition: used unchanged by the page, the worker and the model test. Each item is
 * tried at most once a round, in the order of its lane, under its own key, in the name of its own partition.
 */
export async function drainOnce(d: Drain): Promise<Round> {
  const name = `outbox:${d.partition}`
  const work = () => runRound(d)
  let held = await d.lock.hold(name, false, work)
  if (!held && (await mayTakeOver(d.store, d.now()))) {
    d.log('steal', d.partition)
    held = await d.lock.hold(name, true, work)
  }
  const left = await backlog(d.store, (await ownToken(d)) !== undefined, d.book)
  return { ...left, busy: held === undefined, ...(held?.value ?? { delivered: 0, failed: false }) }
}
