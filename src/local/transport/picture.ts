import { timedRequest, type HttpClient } from './http-client.ts'

export type { HttpClient }

export interface PictureBytes {
  body: ArrayBuffer
  type: string
}
/** `none`: there is no such picture. `silent`: nothing is known, it may be requested again. */
export type PictureAnswer = { is: 'here'; picture: PictureBytes } | { is: 'none' } | { is: 'silent' }

/** Milliseconds: pictures are large, and nobody looks at these yet. */
const limits = [20_000, 60_000] as const
const silent: PictureAnswer = { is: 'silent' }

async function read(response: Response): Promise<PictureAnswer> {
  const { status, headers, redirected } = response
  if (status === 404 || status === 410) return { is: 'none' }
  const type = headers.get('content-type') ?? ''
  // What the worker has kept may be the same picture in another width. A portal answers 200 with a page.
  if (redirected || status !== 200 || headers.has('x-kept-at') || !type.startsWith('image/')) return silent
  return { is: 'here', picture: { body: await response.arrayBuffer(), type } }
}

/**
 * Fetches a picture to keep it. `no-store` is the worker's sign not to keep one more copy. What comes says nothing
 * about our server: another house may deliver pictures.
 */
export function fetchPicture(
  { observe: _observe, ...http }: HttpClient,
  path: string,
): Promise<PictureAnswer> {
  return timedRequest(
    http,
    path,
    { method: 'GET' },
    { limits, read, unknown: () => silent, isContact: () => false },
  )
}
