import { AppError, type ErrorCode } from '#contract/errors.ts'
import { clean } from '#contract/parts.ts'
import { type AdminAction, fromShell, type Operation, operation } from '../../admin/audit.ts'
import type { Deps } from '../../kernel/deps.ts'

/** Command of an operator: `npm run admin -- name …`. */
export interface Verb {
  /** Name and arguments. */
  usage: string
  /** Description in one line. */
  does: string
  /** Returns the lines to print; throws `Misused` for invalid arguments. */
  run: (deps: Deps, args: readonly string[]) => Promise<readonly string[]>
}

export const verbNamed = (verbs: readonly Verb[], name: string | undefined): Verb | undefined =>
  verbs.find(({ usage }) => usage.split(' ', 1)[0] === name)

/** Error of an invalid command line; its message says what is valid. */
export class Misused extends Error {}

/** Returns a text that other people will read. Throws `Misused` when the text is empty or too long, and never cuts it. */
export function wordsOf(words: readonly string[], most: number, missing: string): string {
  const text = clean(words.join(' ')).trim()
  if (text === '' || text.length > most) throw new Misused(missing)
  return text
}

/** Returns the lines of a list, and its total. */
export const listed = <T>(
  { data, totalCount }: { data: readonly T[]; totalCount: number },
  lines: (one: T) => string | readonly string[],
): string[] => [...data.flatMap(lines), `${totalCount} in all.`]

/** Runs an action in one transaction with its row in the audit log. */
export const operate = <T>(deps: Deps, action: (o: Operation) => Promise<T>): Promise<T> =>
  deps.db.tx((sql) => action(operation(sql, deps, fromShell)))

const senseless = new Set<ErrorCode>(['decided_meanwhile', 'not_found'])

/**
 * Returns a function that makes verbs. Each verb runs one action on the thing that its first word names; `given` reads the
 * data of the action from the other words. Throws `Misused` when the thing does not exist or is already in the wanted state.
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
