import { sessionClaim } from '#contract/users/refresh.ts'

/**
 * Reads a JWT without checking its signature: the phone only wants to know whose it is and until when; the server
 * decides whether it is good. Free of schemas, because the worker reads tokens as well.
 */
export interface Claims {
  /** The user's id. */
  sub: string
  /** Milliseconds; undefined means the token names no end. */
  expires: number | undefined
  all: Readonly<Record<string, unknown>>
}

function decodePart(part: string): unknown {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown
}

/** The last one that was read: a phone sends everything under the same. */
let last: { token: string; claims: Claims | undefined } | undefined

export function readToken(token: string): Claims | undefined {
  if (last?.token !== token) last = { token, claims: read(token) }
  return last.claims
}

function read(token: string): Claims | undefined {
  try {
    const all = decodePart(token.split('.')[1] ?? '') as Record<string, unknown> | null
    const sub = all?.['sub'] ?? all?.['id']
    if (!all || typeof sub !== 'string' || sub === '') return undefined
    const exp = all['exp']
    return { sub, expires: typeof exp === 'number' ? exp * 1000 : undefined, all }
  } catch {
    return undefined
  }
}

export function isExpired(claims: Claims, now: number): boolean {
  return claims.expires !== undefined && claims.expires <= now
}

/** Whether the login of a token goes on after it: then the person stays signed in while it is exchanged. */
export const isRenewable = (token: string): boolean => typeof readToken(token)?.all[sessionClaim] === 'string'
