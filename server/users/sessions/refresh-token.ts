import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the cookie says: a session and how often it was renewed, signed by us. */
export interface RefreshToken {
  session: string
  generation: number
}

const sign = (secret: string, { session, generation }: RefreshToken): Buffer =>
  createHmac('sha256', secret).update(`refresh ${session} ${generation}`).digest()

export const writeRefreshToken = (secret: string, token: RefreshToken): string =>
  `${token.session}.${token.generation}.${sign(secret, token).toString('base64url')}`

/** Undefined for what we did not sign. */
export function readRefreshToken(secret: string, text: string | undefined): RefreshToken | undefined {
  const [, session = '', digits = '', mac = ''] =
    /^([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '') ?? []
  const token = { session, generation: Number(digits) }
  const given = Buffer.from(mac, 'base64url')
  const right = sign(secret, token)
  return given.length === right.length && timingSafeEqual(given, right) ? token : undefined
}
