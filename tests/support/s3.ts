import crypto, { type CipherKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** A server that speaks S3, on a port of its own. */
export interface S3 {
  /** STORAGE_URL of its bucket. */
  url: string
  /** The same with other words in it. */
  with: (o: { bucket?: string; secret?: string; folder?: string }) => string
  /** Goes away as a machine does; comes back with the same bytes on the same port. */
  stop: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

// It marks the pages of a list by a cipher that OpenSSL has not had since its version 3. With the same key three times
// the triple one gives the same bytes.
const { createCipheriv, createDecipheriv } = crypto
const tripled =
  <T>(make: (name: string, key: CipherKey, iv: Buffer) => T) =>
  (name: string, key: Buffer, iv: Buffer): T =>
    name === 'des' ? make('des-ede3-cbc', Buffer.concat([key, key, key]), iv) : make(name, key, iv)
Object.assign(crypto, {
  createCipheriv: tripled(createCipheriv),
  createDecipheriv: tripled(createDecipheriv),
})

/** Its only key. */
const known = 'S3RVER'

export async function startS3(): Promise<S3> {
  const directory = mkdtempSync(join(tmpdir(), 'motorkin-s3-'))
  let port = 0
  const open = async (): Promise<S3rver> => {
    const configureBuckets = [{ name: 'pictures', configs: [] }]
    const server = new S3rver({ address: '127.0.0.1', port, directory, silent: true, configureBuckets })
    server.middleware.unshift((context, next) => {
      // Clients sign the address of a bucket with a slash behind it, which it would leave out when it checks.
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
