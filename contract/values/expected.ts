/**
 * What may fail and what may not. A failure that is part of normal life (no signal, a closed database) is named where
 * it is tolerated; anything else is a bug and reaches listeners of the browser's own error events.
 */

/** Whether a failure is of one kind; decided by code, name or type, never by words. */
export type Kind = (error: unknown) => boolean

/** What may be reported of a bug. Never its words: they may hold what a person wrote. */
export interface Bug {
  /** Name of the error, or the type of what was thrown instead of one. */
  name: string
  code?: string
  /** Script, line and column of our own build. */
  at?: string
  /** What was being done when it was met. */
  during?: string
}

/** Hands a bug to the error events of page or worker; where there are none it is a rejection that nobody handles. */
export function reportBug(error: unknown, during: string): void {
  // Beside its words, for the code that describes it.
  Object.assign(Object(error) as object, { during })
  const { reportError } = globalThis as { reportError?: (error: unknown) => void }
  if (reportError) reportError(error)
  else void Promise.reject(error as Error)
}

/** For `catch`: swallows failures of the named kinds and reports every other one. */
export const ignoreExpected =
  (during: string, ...kinds: readonly Kind[]) =>
  (error: unknown): undefined => {
    if (!kinds.some((is) => is(error))) reportBug(error, during)
  }

/** One of these names or codes; DOM exceptions carry an old number as code, which says nothing. */
export const named =
  (...names: readonly string[]): Kind =>
  (error) => {
    const { name, code } = Object(error) as { name?: unknown; code?: unknown }
    return names.some((one) => one === name || one === code)
  }

/** Our server could not be asked, or said to come back later. */
export const isOffline = named(
  'network',
  // What a worker says of a script that it cannot read.
  'NetworkError',
  'timeout',
  'not_our_server',
  'bad_reply',
  'internal',
  'unavailable',
  'rate_limited',
)

/** The browser or the person does not allow it, or it was never built here. */
export const isRefused = named('NotAllowedError', 'SecurityError', 'NotSupportedError')

/** Ended on purpose. */
export const isAborted = named('AbortError')

/** What `import()` and `fetch` say of a file that cannot be had, in every browser. For them alone: elsewhere it is a bug. */
export const isMissingFile: Kind = (error) => error instanceof TypeError

/** For the `catch` of an `import()` inside more work: a missing file counts as no signal, by code, and stays a failure. */
export function missingFile(error: unknown): never {
  throw isMissingFile(error) ? Object.assign(error as Error, { code: 'network' }) : error
}

/** Tells the caller, or the browser, to try again; it is no bug where nobody handles it. */
export const tryAgain = (words: string) => Object.assign(new Error(words), { code: 'unavailable' })

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const wordOf = (value: unknown) => /^[\w-]{1,40}$/.exec(textOf(value))?.[0]

/** Name, code and place of a bug, without its words. */
export function describeBug(error: unknown): Bug {
  const fields = Object(error) as {
    name?: unknown
    code?: unknown
    stack?: unknown
    message?: unknown
  } & Partial<Bug>
  const code = wordOf(fields.code)
  const stack = textOf(fields.stack ?? fields.at).replace(textOf(fields.message), '')
  const at = /[\w.-]{1,60}\.js:\d{1,7}:\d{1,7}/.exec(stack)?.[0]
  const during = wordOf(fields.during)
  return {
    name: wordOf(fields.name) ?? typeof error,
    ...(code !== undefined && { code }),
    ...(at !== undefined && { at }),
    ...(during !== undefined && { during }),
  }
}
