import { AppError } from '#contract/errors.ts'
import { clean } from '#contract/parts.ts'
import { fromShell, type Operation, operation } from '../../admin/audit.ts'
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

/** Words that other people will read: never cut, refused where there are none or too many. */
export function wordsOf(words: readonly string[], most: number, missing: string): string {
  const text = clean(words.join(' ')).trim()
  if (text === '' || text.length > most) throw new Misused(missing)
  return text
}

/** Does it in one transaction with its row in the audit log. */
export const operate = <T>(deps: Deps, action: (o: Operation) => Promise<T>): Promise<T> =>
  deps.db.tx((sql) => action(operation(sql, deps, fromShell)))

/** The same, where it may be so already. */
export async function act<T>(deps: Deps, action: (o: Operation) => Promise<T>): Promise<T> {
  try {
    return await operate(deps, action)
  } catch (error) {
    if (error instanceof AppError && error.code === 'decided_meanwhile')
      throw new Misused(`It is so already: ${error.message}`)
    throw error
  }
}
