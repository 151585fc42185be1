import crypto, { type CipherKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Server that speaks S3 on its own port. */
export interface S3 {
  /** STORAGE_URL of the bucket. */
  url: string
  /** Returns the URL with other parts. */
  with: (o: { bucket?: string; secret?: string; folder?: string }) => string
  /** Stops the server like a machine failure; `start` continues with the same data on the same port. */
  stop: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

// The server encrypts list markers with DES, which OpenSSL 3 no longer has. Triple DES with the same key three times gives
// the same bytes.
const { createCipheriv, createDecipheriv } = crypto
const tripled =
  <T>(make: (name: string, key: CipherKey, iv: Buffer) => T) =>
  (name: string, key: Buffer, iv: Buffer): T =>
    name === 'des' ? make('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : make(name, key, iv)
Object.assign(crypto, {
  createCipheriv: tripled(createCipheriv),
  createDecipheriv: tripled(createDecipheriv),
})

/** The only access key of the server. */
const known = 'S3RVER'

export async function startS3(): Promise<S3> {
  const directory = mkdtempSync(join(tmpdir(), 'motorkin-s3-'))
  let port = 0
  const open = async (): Promise<S3rver> => {
    const configureBuckets = [{ name: 'pictures', configs: [] }]
    const server = new S3rver({ address: '127.0.0.1', port, directory, silent: true, configureBuckets })
    server.middleware.unshift((context, next) => {
      // Clients sign the path of a bucket with a trailing slash, which the server would omit in its check.
      if (/^\/[^/]+\/$/.test(context.path)) {
        context.mountPath = '/'
        Object.defineProperty(context.state, 'vhost', { get: () => true, set: () => {} })
      }
      return next()
    })
    port = (await server.run()).port
    return server
  }
  let server = await open()
  const s3: S3 = {
    url: '',
    with: ({ bucket = 'pictures', secret = known, folder = '' }) =>
      `s3://${known}:${secret}@127.0.0.1:${port}/${bucket}${folder}`,
    stop: () => server.close(),
    async start() {
      server = await open()
    },
    async close() {
      await Promise.allSettled([server.close()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
  s3.url = s3.with({})
  return s3
}
