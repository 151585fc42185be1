import type { Deps } from '../../kernel/deps.ts'
import { examine } from './examine.ts'
import { masterName } from './photo-service.ts'
import { uploadServiceOf } from './upload-service.ts'

/**
 * Keeps a picture that belongs to nobody, such as the poster of a video, and returns its blur. Looked at as any stranger's;
 * a row must name it already.
 */
export async function saveOwnImage(deps: Deps, id: string, bytes: Buffer): Promise<string> {
  const uploads = uploadServiceOf(deps)
  const { master, blur } = await examine(bytes)
  await uploads.locks.run(id, () => uploads.store.put(masterName(id), master))
  return blur
}
