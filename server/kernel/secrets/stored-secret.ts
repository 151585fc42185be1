// The secret that signs, stored in the data directory. Promises that the file is there whole or not at all, whatever ends the
// process that makes it, and that processes that start together all get the same one.
import { randomBytes } from 'node:crypto'
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

export const secretFile = 'auth-secret'
const bytes = 32

/** Whether it is a secret as it was made: a file that lost its end, or was filled with zeros by a power cut, is none. */
export const isWholeSecret = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) && text.length >= (/^[\da-f]+$/i.test(text) ? 2 * bytes : bytes)

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

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
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(file, randomBytes(bytes).toString('hex'))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
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
