import type { ErrorCode } from '#contract/errors.ts'

/**
 * The only `fetch` of the app. It promises: what comes back is from our server or it is no answer; it always settles
 * within its time limits; it never follows a redirect, and it never throws for an expected failure.
 */
export interface HttpClient {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
  /** Told after each call: whether our server answered, its `Date` header, and the bytes of the answer. */
  observe?: (seen: { reached: boolean; date: number | undefined; bytes?: number }) => void
}

export interface TimedRequest<A> {
  /** Milliseconds until the headers are there, and until everything is. */
  limits: readonly [headers: number, total: number]
  /** Reads what came, whoever sent it; tells its length, for a sender that names none. */
  read: (response: Response, length: (count: number) => void) => Promise<A>
  /** When nothing is known about what the server did. */
  unknown: (code: ErrorCode) => A
  /** Whether our server itself answered. */
  isContact: (answer: A) => boolean
}

export async function timedRequest<A>(
  http: HttpClient,
  url: string,
  init: RequestInit,
  { limits, read, unknown, isContact }: TimedRequest<A>,
): Promise<A> {
  const controller = new AbortController()
  let giveUp: () => void = () => undefined
  // Raced as well as aborted: a request that ignores its signal must not hold the caller.
  const late = new Promise<A>((resolve) => {
    giveUp = () => {
      resolve(unknown('timeout'))
      controller.abort()
    }
  })
  const timers = limits.map((limit) => http.setTimeout(giveUp, limit))
  let date: number | undefined
  let bytes = 0
  const ask = async (): Promise<A> => {
    const response = await http.fetch(url, {
      ...init,
      redirect: 'error',
      cache: 'no-store',
      credentials: init.credentials ?? 'omit',
      signal: controller.signal,
    })
    http.clearTimeout(timers[0])
    const answer = await read(response, (count) => (bytes = count))
    bytes = Number(response.headers.get('content-length')) || bytes
    const stamp = Date.parse(response.headers.get('date') ?? '')
    if (isContact(answer) && !Number.isNaN(stamp)) date = stamp
    return answer
  }
  const answer = await Promise.race([ask().catch(() => unknown('network')), late])
  for (const timer of timers) http.clearTimeout(timer)
  const reached = isContact(answer)
  http.observe?.({ reached, date, ...(reached && { bytes }) })
  return answer
}

/** The object in a text; undefined when it was cut off on the way or is something else. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
