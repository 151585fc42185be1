/** Asking another server: for so long, for so many bytes, and nowhere else than it was meant. */

/** Why nothing usable came. Its words are ours and name no address and no key. */
export class OutsideFailure extends Error {
  readonly status: number | undefined

  constructor(reason: string, status?: number) {
    super(reason)
    this.name = 'OutsideFailure'
    this.status = status
  }
}

export interface FetchLimits {
  /** Milliseconds for all of it. */
  ms: number
  bytes: number
  /** Words of the media type that is wanted, such as `image/`; any when left out. */
  type?: string
  /** What is posted, form-encoded. */
  form?: string
}
export interface OutsideAnswer {
  type: string
  body: Buffer
}

/**
 * The body of an answer as it comes; throws the reason of `signal` once that aborts. Giving the signal to `fetch` is not
 * enough: the request inside holds it weakly and gets no abort after a collection (a known fault of undici).
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

/** Its body; throws where it is longer, and when `signal` aborts. */
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

/** A redirect is no answer: nothing of ours is at another address than it was given. */
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

/** GETs `url`, or posts a form to it; throws `OutsideFailure` for whatever is no answer within the bounds. */
export const fetchBounded = (url: URL, bounds: FetchLimits): Promise<OutsideAnswer> =>
  within(bounds.ms, (signal) => ask(url, bounds, signal))

/** What `work` does over the network in so many milliseconds; throws `OutsideFailure` for whatever goes wrong. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await work(late.signal)
  } catch (error) {
    if (error instanceof OutsideFailure) throw error
    // Of a network error only the kind is reported: its text might name addresses and keys.
    throw new OutsideFailure(late.signal.aborted ? 'no answer in time' : 'no connection')
  } finally {
    clearTimeout(timer)
  }
}
