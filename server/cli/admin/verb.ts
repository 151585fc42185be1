import type { Deps } from '../../kernel/deps.ts'

/** One thing an operator can do: `npm run admin -- name …`. */
export interface Verb {
  name: string
  /** What follows the name. */
  takes: string
  /** What it does, in a line. */
  does: string
  /** Gives the lines to print; throws `Misused` for arguments that make no sense. */
  run: (deps: Deps, args: readonly string[]) => Promise<readonly string[]>
}

/** What was typed makes no sense; its message says what would. */
export class Misused extends Error {}
