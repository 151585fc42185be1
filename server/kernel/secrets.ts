import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { codeOf } from './db/failures.ts'

// The signing secret in the data directory. Guarantees that its file is complete or missing, even when the process that makes
// it is killed, and that processes that start together get the same secret.

export const secretFile = 'auth-secret'
const bytes = 32

/** Returns whether a text is a complete secret: a file that was cut short, or filled with zeros by a power cut, is not. */
export const isWholeSecret = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= (/^[\da-f]+$/i.test(text) ? 2 * bytes : bytes)

/** Gives a file its final name, unless another process was first. Unlike a rename, a link never replaces an existing file. */
function putInPlace(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // Some file systems do not support links.
    if (!existsSync(path)) renameSync(draft, path)
  }
}

function syncDirectory(dir: string): void {
  const file = openSync(dir, 'r')
  fsyncSync(file)
  closeSync(file)
}

function makeSecret(dir: string, path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, randomBytes(bytes).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
    putInPlace(draft, path)
    syncDirectory(dir)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Returns the secret in the data directory; makes it at the first start. Other users of the machine cannot read the file. */
export function storedSecret(dataDir: string): string {
  const dir = resolve(dataDir)
  mkdirSync(dir, { recursive: true })
  const path = join(dir, secretFile)
  if (!existsSync(path)) makeSecret(dir, path)
  return readFileSync(path, 'utf8').trim()
}

// Passwords are stored as argon2id only. The check of an unknown address takes as long as that of a known one, so that
// response times do not reveal who has an account.

export const hashPassword = (password: string): Promise<string> => hash(password)

let unknown: Promise<string> | undefined

/** Returns whether `stored` is the hash of `password`; without `stored` returns false after the same work. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  unknown ??= hash('nobody has this password')
  const matches = await verify(stored ?? (await unknown), password)
  return stored !== undefined && matches
}

// Encrypts values in the database, so that a copy of the database is unreadable without AUTH_SECRET.

const cipher = 'aes-256-gcm'
const sizes = { nonce: 12, tag: 16 } as const

interface Sealing {
  /** Secret of the server, AUTH_SECRET. */
  secret: string
  /** Purpose of the value; each purpose has its own key. */
  purpose: string
  /** Owner of the value: in another row the value cannot be decrypted. */
  owner: string
}

const keyOf = ({ secret, purpose }: Sealing) =>
  Buffer.from(hkdfSync('sha256', secret, '', `motorkin ${purpose}`, 32))

/** Returns the text, encrypted and authenticated. */
export function seal(o: Sealing, text: string): string {
  const nonce = randomBytes(sizes.nonce)
  const box = createCipheriv(cipher, keyOf(o), nonce, { authTagLength: sizes.tag })
  box.setAAD(Buffer.from(o.owner))
  return Buffer.concat([nonce, box.update(text, 'utf8'), box.final(), box.getAuthTag()]).toString('base64url')
}

/** Decrypts a text. Returns undefined for a text of another secret, purpose or owner, and for a changed text. */
export function unseal(o: Sealing, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < sizes.nonce + sizes.tag) return undefined
  const box = createDecipheriv(cipher, keyOf(o), bytes.subarray(0, sizes.nonce), { authTagLength: sizes.tag })
  box.setAAD(Buffer.from(o.owner))
  box.setAuthTag(bytes.subarray(-sizes.tag))
  const text = box.update(bytes.subarray(sizes.nonce, -sizes.tag))
  try {
    return Buffer.concat([text, box.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Returns the secret for a link in an e-mail; only its hash is stored. */
export const makeLinkSecret = (): string => randomBytes(32).toString('base64url')
export const linkHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** Returns whether two secrets are equal. Comparing their hashes takes the same time wherever they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
