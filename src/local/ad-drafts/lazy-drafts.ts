import { missingFile } from '#contract/values/expected.ts'
import type { SellingPorts } from './ports.ts'
import type { Selling } from './types.ts'

/** Loads what drafts of ads need when it is asked for first; one that failed is tried again. */
export function createLazySelling(ports: SellingPorts): () => Promise<Selling> {
  let selling: Promise<Selling> | undefined
  return () =>
    (selling ??= import('./draft-service.ts')
      .catch(missingFile)
      .then(({ createSelling }) => createSelling(ports))
      .catch((reason: unknown) => {
        selling = undefined
        throw reason
      }))
}
