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

export function readToken(token: string): Claims | undefined {
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
