import { type Kind } from '#contract/values/expected.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Finds what lies beside the running code. Bundled, everything sits in or beside `dist/server`; from sources it sits
 * where the map of the house says. So every caller names both, nearest first.
 */
export function findBeside(from: string, candidates: readonly string[]): string | undefined {
  return candidates
    .map((candidate) => fileURLToPath(new URL(candidate, from)))
    .find((path) => existsSync(path))
}

/** What a disk says of a file; every such failure names the call that failed. */
export const isFileFailure: Kind = (error) => error instanceof Error && 'syscall' in error

/** Whether `from` is a TypeScript source, and not the bundle. */
export function isSource(from: string): boolean {
  return new URL(from).pathname.endsWith('.ts')
}
