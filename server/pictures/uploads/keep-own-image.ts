import type { Deps } from '../../kernel/deps.ts'
import { examine } from './examine.ts'
import { masterName } from './photo-shop.ts'
import { houseOf } from './upload-house.ts'

/**
 * Keeps a picture that belongs to nobody, such as the poster of a video, and tells its blur. Looked at as any stranger's;
 * a row must name it already.
 */
export async function keepOwnImage(deps: Deps, id: string, bytes: Buffer): Promise<string> {
  const house = houseOf(deps)
  const { master, blur } = await examine(bytes)
  await house.turns.run(id, () => house.store.put(masterName(id), master))
  return blur
}
