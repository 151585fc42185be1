/** Requests to other servers, limited in time and bytes, and without redirects. */

/** Failure of a request to another server. The message contains no address and no key. */
export class OutsideFailure extends Error {
  readonly status: number | undefined

  constructor(reason: string, status?: number) {
    super(reason)
    this.name = 'OutsideFailure'
    this.status = status
  }
}

export interface FetchLimits {
  /** Maximum milliseconds of the whole request. */
  ms: number
  bytes: number
  /** Text that the media type must contain, such as `image/`; any type when left out. */
  type?: string
  /** Form-encoded body of a POST; without it the request is a GET. */
  form?: string
}
export interface OutsideAnswer {
  type: string
  body: Buffer
}

/**
 * Yields the body of a response in chunks; throws the reason of `signal` when that aborts. Passing the signal to `fetch` is not
 * enough: the request inside holds the signal weakly and misses an abort after a garbage collection (a known bug of undici).
 */
export async function* chunksOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const reader = response.body?.getReader()
  if (!reader) return
  let stopping: Promise<void> | undefined
  const stop = () => void (stopping ??= reader.cancel())
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    await stopping
  }
}

/** Returns the body; throws when it is longer than `most`, and when `signal` aborts. */
export async function readBody(response: Response, most: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(response, signal)) {
    length += chunk.length
    if (length > most) throw new OutsideFailure('more bytes than expected')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const requestOf = (form: string | undefined): RequestInit =>
  form === undefined
    ? { headers: { accept: '*/*' } }
    : {
        method: 'POST',
        body: form,
        headers: { accept: '*/*', 'content-type': 'application/x-www-form-urlencoded' },
      }

/** Sends the request. A redirect counts as a failure, because the configured address must be the final one. */
async function ask(
  url: URL,
  { bytes, type = '', form }: FetchLimits,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  const response = await globalThis.fetch(url, { redirect: 'manual', signal, ...requestOf(form) })
  const contentType = response.headers.get('content-type') ?? ''
  if (!response.ok || !contentType.includes(type)) {
    await response.body?.cancel()
    const reason = response.ok ? 'another type of answer' : `status ${response.status}`
    throw new OutsideFailure(reason, response.status)
  }
  return { type: contentType, body: await readBody(response, bytes, signal) }
}

/** GETs `url`, or posts a form to it; throws `OutsideFailure` without a valid response within the limits. */
export const fetchBounded = (url: URL, bounds: FetchLimits): Promise<OutsideAnswer> =>
  within(bounds.ms, (signal) => ask(url, bounds, signal))

/** Runs `work` with a time limit; throws `OutsideFailure` for every error. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await work(late.signal)
  } catch (error) {
    if (error instanceof OutsideFailure) throw error
    // Only the kind of a network error is reported, because its text may contain addresses and keys.
    throw new OutsideFailure(late.signal.aborted ? 'no answer in time' : 'no connection')
  } finally {
    clearTimeout(timer)
  }
}
