/**
 * Expected and unexpected failures. A normal failure (no signal, a closed database) is named at the place that tolerates it.
 * Any other failure is a bug and goes to the listeners of the browser's error events.
 */

/** Tells whether a failure is of one kind, by its code, name or type, never by its message. */
export type Kind = (error: unknown) => boolean

/** Reportable data of a bug, without its message, which may contain personal data. */
export interface Bug {
  /** Name of the error, or type of a thrown value that is not an error. */
  name: string
  code?: string
  /** Script, line and column of our own build. */
  at?: string
  /** Operation during which the bug occurred. */
  during?: string
}

/** Reports a bug to the error events of page or worker. Without `reportError` the bug becomes an unhandled rejection. */
export function reportBug(error: unknown, during: string): void {
  // The operation is a property beside the message, for `describeBug`.
  Object.assign(Object(error) as object, { during })
  const { reportError } = globalThis as { reportError?: (error: unknown) => void }
  if (reportError) reportError(error)
  else void Promise.reject(error as Error)
}

/** For `catch`: ignores failures of the given kinds and reports all others. */
export const ignoreExpected =
  (during: string, ...kinds: readonly Kind[]) =>
  (error: unknown): undefined => {
    if (!kinds.some((is) => is(error))) reportBug(error, during)
  }

/** Returns a kind for names or codes. The numeric code of a DOM exception never matches. */
export const named =
  (...names: readonly string[]): Kind =>
  (error) => {
    const { name, code } = Object(error) as { name?: unknown; code?: unknown }
    return names.some((one) => one === name || one === code)
  }

/** Our server was unreachable or asked for a later retry. */
export const isOffline = named(
  'network',
  // A worker reports this name for a script that it cannot load.
  'NetworkError',
  'timeout',
  'not_our_server',
  'bad_reply',
  'internal',
  'unavailable',
  'rate_limited',
)

/** The browser or the person refused, or the browser lacks the feature. */
export const isRefused = named('NotAllowedError', 'SecurityError', 'NotSupportedError')

/** Cancelled on purpose. */
export const isAborted = named('AbortError')

/**
 * The failure of `import()` and `fetch` for an unavailable file, in every browser. Only for these two: elsewhere a TypeError
 * is a bug.
 */
export const isMissingFile: Kind = (error) => error instanceof TypeError

/**
 * For the `catch` of an `import()` inside a larger operation: gives a missing file the code `network` and throws the failure
 * again.
 */
export function missingFile(error: unknown): never {
  throw isMissingFile(error) ? Object.assign(error as Error, { code: 'network' }) : error
}

/** Creates a failure that asks the caller or the browser to retry; unhandled, it is not a bug. */
export const tryAgain = (words: string) => Object.assign(new Error(words), { code: 'unavailable' })

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const wordOf = (value: unknown) => /^[\w-]{1,40}$/.exec(textOf(value))?.[0]

/** Returns name, code and position of a bug, without its message. */
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
