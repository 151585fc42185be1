// Keeps what the database must hold and must not give away: a person who copies it reads nothing without AUTH_SECRET.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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
