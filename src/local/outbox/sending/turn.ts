import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import { meta, numberOf, setNumber, type OwnStore } from '../command.ts'
import { gathered } from './gathered.ts'
import { claim, type Claimed, type PickOptions, type Planned } from './pick.ts'
import { settle, type ItemResult, type Settled } from './settle.ts'

/**
 * One turn of the sender in one transaction: writes down what was heard and marks the next items. A sender that lost
 * its turn changes nothing (I17). One transaction for all of it, because on a phone each must reach the disk.
 */
export interface TurnOptions extends Omit<PickOptions, 'book'> {
  epoch: number
  random: () => number
  book?: CommandRegistry
  answered: readonly ItemResult[]
  /** In the order to try them; shortened by what was taken. */
  plan: Planned[]
  /** How many items to choose. */
  most: number
  /** An item that was joined with another device's change goes again at once. */
  again: boolean
}
export interface Turn {
  /** What became of each answer, in their order. */
  settled: Settled[]
  next: Claimed[]
}
const tables = ['outbox', 'meta', 'favourites', 'entities'] as const
/** What is refused with its pictures lets go of what is known of them; nobody else makes a look at pictures wait. */
const withPictures = [...tables, 'blobs'] as const
const mayLetGo = ({ sent, reply, before }: ItemResult) => !reply.ok && !before && sent.blobIds !== undefined

export async function turn(store: OwnStore, options: TurnOptions): Promise<Turn | 'fenced'> {
  const o = { ...options, book: options.book ?? commandRegistry }
  // A transaction may be repeated: it must not find the plan shortened by the first try.
  let left = o.plan
  const about = o.answered.some(mayLetGo) ? withPictures : tables
  const took = await store.transaction('write', about, async (raw): Promise<Turn | 'fenced'> => {
    const { tx, flush } = await gathered(raw, lanesOf(o))
    if ((await numberOf(tx, meta.epoch)) !== o.epoch) return 'fenced'
    await setNumber(tx, meta.beat, o.now)
    const plan = [...o.plan]
    const skip = new Set(o.skip)
    const settled: Settled[] = []
    for (const answer of o.answered) {
      const now = await settle(tx, answer, o)
      settled.push(now)
      if (now === 'fenced' || now.to !== 'merged' || !o.again) continue
      plan.unshift(answer.sent)
      skip.delete(answer.sent.id)
    }
    const next = await claim(tx, plan, { ...o, skip })
    await flush()
    left = plan
    return { settled, next }
  })
  o.plan.splice(0, o.plan.length, ...left)
  return took
}

/** What will be looked at, if all goes well. */
function lanesOf({ answered, plan, busy, most }: Pick<TurnOptions, 'answered' | 'plan' | 'busy' | 'most'>) {
  const lanes = new Set(answered.map(({ sent }) => sent.lane))
  const enough = lanes.size + most
  for (const { lane } of plan) {
    if (lanes.size >= enough) break
    if (!busy.has(lane)) lanes.add(lane)
  }
  return [...lanes]
}
