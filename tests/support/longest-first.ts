import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Parts of the paths of slow tests, slowest first. */
const longest = [
  'tests/chaos/',
  'tests/e2e/sell',
  'tests/e2e/core',
  'tests/e2e/upload',
  'tests/e2e/accounts',
  'tests/api/kernel-process',
  'tests/api/kernel-durability',
  'tests/engine/',
  'tests/model/',
]

/** Starts slow files first, so that none runs alone at the end while other cores are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification): number => {
      const at = longest.findIndex((name) => file.moduleId.includes(name))
      return at < 0 ? longest.length : at
    }
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => place(one) - place(other))
  }
}
