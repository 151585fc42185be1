import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewCookie, Visitor } from '../call.ts'

/** The value of a cookie in the header that browsers send. */
function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Values are made by us and need no escape. */
function written({ name, value, path, maxAge }: NewCookie, secure: boolean): string {
  const life = maxAge === undefined ? [] : [`Max-Age=${maxAge}`]
  const parts = [`${name}=${value}`, ...life, `Path=${path}`, 'HttpOnly', 'SameSite=Strict']
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

export interface IdentifiedVisitor {
  visitor: Visitor
  /** Puts the cookies that were left into the answer. */
  leave: (reply: FastifyReply) => void
}

/** `https`: the address people type is one, even when the last proxy speaks plainly to us. */
export function visitOf(request: FastifyRequest, https: boolean): IdentifiedVisitor {
  const cookies = new Map<string, NewCookie>()
  const header = (name: string) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return {
    visitor: {
      ip: request.ip,
      header,
      cookie: (name) => cookieIn(request.headers.cookie, name),
      setCookie: (cookie) => void cookies.set(cookie.name, cookie),
    },
    leave: (reply) => {
      const secure = https || request.protocol === 'https'
      for (const cookie of cookies.values()) void reply.header('set-cookie', written(cookie, secure))
    },
  }
}
