import { missingFile } from '#contract/values/expected.ts'
import type { AdDraftsPorts, AdDraftService } from './types.ts'

/** Loads what drafts of ads need when it is requested first; one that failed is tried again. */
export function createLazyAdDrafts(ports: AdDraftsPorts): () => Promise<AdDraftService> {
  let selling: Promise<AdDraftService> | undefined
  return () =>
    (selling ??= import('./draft-service.ts')
      .catch(missingFile)
      .then(({ createAdDraftService }) => createAdDraftService(ports))
      .catch((reason: unknown) => {
        selling = undefined
        throw reason
      }))
}
