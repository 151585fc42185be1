import { AppError, type ErrorCode } from '#contract/errors.ts'
import { clean } from '#contract/parts.ts'
import { type AdminAction, fromShell, type Operation, operation } from '../../admin/audit.ts'
import type { Deps } from '../../kernel/deps.ts'

/** One thing an operator can do: `npm run admin -- name …`. */
export interface Verb {
  /** Its name, and what follows it. */
  usage: string
  /** What it does, in a line. */
  does: string
  /** Gives the lines to print; throws `Misused` for arguments that make no sense. */
  run: (deps: Deps, args: readonly string[]) => Promise<readonly string[]>
}

export const verbNamed = (verbs: readonly Verb[], name: string | undefined): Verb | undefined =>
  verbs.find(({ usage }) => usage.split(' ', 1)[0] === name)

/** What was typed makes no sense; its message says what would. */
export class Misused extends Error {}

/** Words that other people will read: never cut, refused where there are none or too many. */
export function wordsOf(words: readonly string[], most: number, missing: string): string {
  const text = clean(words.join(' ')).trim()
  if (text === '' || text.length > most) throw new Misused(missing)
  return text
}

/** The lines of a list, and how many there are in all. */
export const listed = <T>(
  { data, totalCount }: { data: readonly T[]; totalCount: number },
  lines: (one: T) => string | readonly string[],
): string[] => [...data.flatMap(lines), `${totalCount} in all.`]

/** Does it in one transaction with its row in the audit log. */
export const operate = <T>(deps: Deps, action: (o: Operation) => Promise<T>): Promise<T> =>
  deps.db.tx((sql) => action(operation(sql, deps, fromShell)))

const senseless = new Set<ErrorCode>(['decided_meanwhile', 'not_found'])

/**
 * Makes verbs that are an action each, done to what their first word names; `given` reads what the action needs of the
 * others. What is not there, or is so already, makes no sense.
 */
export const verbOn =
  <Thing>(find: (o: Operation, word: string) => Promise<Thing>) =>
  <Result, Given extends object = object>(
    usage: string,
    does: string,
    action: AdminAction<Thing & NoInfer<Given>, Result>,
    said: (input: Thing & NoInfer<Given>, result: Result) => string,
    given: (words: readonly string[]) => Given = () => ({}) as Given,
  ): Verb => {
    const act = async (o: Operation, [word = '', ...words]: readonly string[]) => {
      const more = given(words)
      const input = { ...(await find(o, word)), ...more }
      return [said(input, await action(o, input))]
    }
    const run: Verb['run'] = async (deps, args) => {
      try {
        return await operate(deps, (o) => act(o, args))
      } catch (error) {
        if (error instanceof AppError && senseless.has(error.code))
          throw new Misused(`Nothing was done: ${error.message}`)
        throw error
      }
    }
    return { usage, does, run }
  }
