import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { nextToGo, type BucketName } from '../cache/budget.ts'
import type { Evictable, EvictionStep } from '../cache/make-room.ts'

/**
 * Holds the budget (`cache/budget.ts`): measures what is here and gives up, in order, what is too much. Seldom,
 * and when the page has nothing better to do. Answers what had to go.
 */
export async function enforceBudget(o: {
  measure: () => Promise<Readonly<Record<BucketName, number>>>
  evictables: readonly Evictable[]
  /** The browser promised to keep it. */
  lasting: boolean
}): Promise<EvictionStep[]> {
  const given = new Set<EvictionStep>()
  for (;;) {
    const step = nextToGo(await o.measure(), o.lasting, given)
    if (step === undefined) return [...given]
    given.add(step)
    // What cannot be given up is passed over.
    await o.evictables
      .find((one) => one.step === step)
      ?.free()
      .catch(ignoreExpected('give-up', isPassing))
  }
}
