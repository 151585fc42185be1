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

// The secret that signs, stored in the data directory. Promises that the file is there whole or not at all, whatever ends the
// process that makes it, and that processes that start together all get the same one.

export const secretFile = 'auth-secret'
const bytes = 32

/** Whether it is a secret as it was made: a file that lost its end, or was filled with zeros by a power cut, is none. */
export const isWholeSecret = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= (/^[\da-f]+$/i.test(text) ? 2 * bytes : bytes)

/** Gives a file its name, unless another process was first. A link never replaces what is there, as a rename would. */
function putInPlace(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // Some file systems know no links.
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

/** The secret stored in the data directory, made at the first start; nobody else may read it. */
export function storedSecret(dataDir: string): string {
  const dir = resolve(dataDir)
  mkdirSync(dir, { recursive: true })
  const path = join(dir, secretFile)
  if (!existsSync(path)) makeSecret(dir, path)
  return readFileSync(path, 'utf8').trim()
}

// Passwords are stored as argon2id only. An unknown address costs as much time as a known one, so that nobody can
// find out by a watch who has an account.

export const hashPassword = (password: string): Promise<string> => hash(password)

let unknown: Promise<string> | undefined

/** Whether `password` belongs to `stored`; without `stored` always no, after the same work. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  unknown ??= hash('nobody has this password')
  const matches = await verify(stored ?? (await unknown), password)
  return stored !== undefined && matches
}

// Keeps what the database must hold and must not give away: a person who copies it reads nothing without AUTH_SECRET.

const cipher = 'aes-256-gcm'
const sizes = { nonce: 12, tag: 16 } as const

interface Sealing {
  /** AUTH_SECRET. */
  secret: string
  /** What it is; each purpose has a key of its own. */
  purpose: string
  /** Whose it is: moved to another row it does not open. */
  owner: string
}

const keyOf = ({ secret, purpose }: Sealing) =>
  Buffer.from(hkdfSync('sha256', secret, '', `motorkin ${purpose}`, 32))

/** The text, encrypted and authenticated. */
export function seal(o: Sealing, text: string): string {
  const nonce = randomBytes(sizes.nonce)
  const box = createCipheriv(cipher, keyOf(o), nonce, { authTagLength: sizes.tag })
  box.setAAD(Buffer.from(o.owner))
  return Buffer.concat([nonce, box.update(text, 'utf8'), box.final(), box.getAuthTag()]).toString('base64url')
}

/** Undefined for what was sealed with another secret, for another purpose or owner, or changed since. */
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

/** What the link of an e-mail carries; only its hash is kept. */
export const makeLinkSecret = (): string => randomBytes(32).toString('base64url')
export const linkHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** What only the holder of the secret can make of a text. */
export const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** Compared by their hashes, which takes as long wherever they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
