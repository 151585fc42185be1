// Pictures in a bucket of an S3-compatible store. The client is loaded with the first request, so that a server without such a
// store does not load it.
import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3 } from '@aws-sdk/client-s3'
import { AppError } from '#contract/errors.ts'
import type { StorageAddress } from '../../kernel/storage-address.ts'
import type { PictureStore } from './picture-store.ts'

interface S3Options {
  /** Maximum milliseconds of one request, retries included. */
  patience?: number
  /** Maximum number of names of one page of a listing. */
  page?: number
  /** Called with the reason when a request to the store fails. */
  onFailure?: (error: unknown) => void
}

/** Milliseconds until a connection counts as refused. */
const connecting = 3000
/** Maximum milliseconds of a check of the store. */
const checking = 5000
const sockets = 64

function answerOf(error: unknown) {
  const {
    name = 'Error',
    code = name,
    $metadata: { httpStatusCode: status } = {},
  } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }
  return { name, status, code }
}

/** Returns why the store of STORAGE_URL cannot be used, as a sentence for the operator. */
function sentenceOf(error: unknown, { bucket, endpoint }: StorageAddress): string {
  const { name, status, code } = answerOf(error)
  const store = `The picture store of STORAGE_URL (${endpoint})`
  if (status === 404 || name === 'NoSuchBucket') return `${store} has no bucket "${bucket}".`
  if (status === 403 || status === 401) return `${store} refuses the key, or the key may not use "${bucket}".`
  if (status === 301 || status === 400) return `${store} wants another region or address (${name}).`
  return `${store} does not answer (${status ?? code}).`
}

export function s3Store(address: StorageAddress, o: S3Options = {}): PictureStore {
  const { patience = 20_000, page: MaxKeys = 1000, onFailure = () => undefined } = o
  const { bucket: Bucket, prefix, key, secret } = address
  let opened: Promise<S3> | undefined
  const open = async () => {
    const api = await import('@aws-sdk/client-s3')
    return new api.S3({
      endpoint: address.endpoint,
      region: address.region,
      forcePathStyle: true,
      credentials: { accessKeyId: key, secretAccessKey: secret },
      // Many compatible stores do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: connecting,
        socketTimeout: patience,
        httpAgent: { maxSockets: sockets },
        httpsAgent: { maxSockets: sockets },
      },
    })
  }

  type Question<T> = (s3: S3, o: { abortSignal: AbortSignal }) => Promise<T>
  async function ask<T>(question: Question<T>, within = patience): Promise<T> {
    opened ??= open()
    return question(await opened, { abortSignal: AbortSignal.timeout(within) })
  }
  /** Returns undefined for a missing object; a missing bucket is a failure. */
  async function find<T>(question: Question<T>): Promise<T | undefined> {
    try {
      return await ask(question)
    } catch (error) {
      const { name, status } = answerOf(error)
      if (status === 404 && name !== 'NoSuchBucket') return undefined
      onFailure(error)
      throw new AppError('unavailable', { retryAfter: 5 })
    }
  }
  async function must<T>(question: Question<T>): Promise<T> {
    const found = await find(question)
    if (found === undefined) throw new AppError('unavailable', { retryAfter: 5 })
    return found
  }
  const keyOf = (name: string) => ({ Bucket, Key: prefix + name })

  return {
    far: true,
    async put(name, bytes) {
      const object = { ...keyOf(name), Body: bytes, ContentType: typeOf(name) }
      await must((s3, o) => s3.putObject(object, o))
    },
    get: (name) =>
      find(async (s3, o) => {
        const { Body } = await s3.getObject(keyOf(name), o)
        if (!(Body instanceof Readable)) throw new TypeError('An object came without its bytes.')
        return buffer(addAbortSignal(o.abortSignal, Body))
      }),
    has: async (name) => (await find((s3, o) => s3.headObject(keyOf(name), o))) !== undefined,
    async remove(name) {
      await find((s3, o) => s3.deleteObject(keyOf(name), o))
    },
    async *list(folder) {
      const Prefix = `${prefix}${folder}/`
      let ContinuationToken: string | undefined
      do {
        const asked = { Bucket, Prefix, MaxKeys, ContinuationToken }
        const page = await must((s3, o) => s3.listObjectsV2(asked, o))
        yield (page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key.slice(Prefix.length)] : []))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async check(write = false) {
      const probe = keyOf('check')
      try {
        const within = Math.min(patience, checking)
        await ask(async (s3, o) => {
          await s3.headBucket({ Bucket }, o)
          if (!write) return
          await s3.putObject({ ...probe, Body: Buffer.from('check') }, o)
          await s3.deleteObject(probe, o)
        }, within)
      } catch (error) {
        throw new AppError('unavailable', { msg: sentenceOf(error, address) })
      }
    },
    close() {
      void opened?.then((s3) => s3.destroy())
      opened = undefined
    },
  }
}

const typeOf = (name: string): string => `image/${name.slice(name.lastIndexOf('.') + 1)}`
