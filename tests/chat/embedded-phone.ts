import { conversationRoutes } from '#contract/chat/conversation.ts'
import { basePath } from '#contract/http.ts'
import type { ChatStore } from '../../src/local/chat/chat-store.ts'
import { createEmbeddedStore } from '../../src/local/chat/embedded-store.ts'
import type { Env } from '../../src/local/platform/env.ts'
import { request, type AuthedRequest, type HttpClient } from '../../src/local/transport/http-client.ts'

/** The store of a phone for our own server, as a page creates it, with a network that can fail. Runs in Node and in a page. */
export interface EmbeddedPhone {
  store: ChatStore
  offline: () => void
  online: () => void
  loseNextAnswer: () => void
}

const lost = () => new TypeError('Failed to fetch')

export function openEmbeddedPhone(o: { me: string; token: string; env: Env }): EmbeddedPhone {
  const { me, token, env } = o
  let [signal, losing] = [true, false]
  let cut = new AbortController()
  const http: HttpClient = {
    setTimeout: env.setTimeout,
    clearTimeout: env.clearTimeout,
    fetch: async (url, init) => {
      if (!signal) throw lost()
      const ends = init.signal ? [init.signal, cut.signal] : [cut.signal]
      const response = await env.fetch(url, { ...init, signal: AbortSignal.any(ends) })
      if (!losing || !url.startsWith(`${basePath}${conversationRoutes.sendMessage.path}`)) return response
      losing = false
      await response.text()
      throw lost()
    },
  }
  const ask: AuthedRequest = (route, given) =>
    request(http, route, {
      ...given,
      token,
      device: `phone of ${me}`,
      key: given?.key ?? crypto.randomUUID(),
    })
  const store = createEmbeddedStore({
    me,
    http,
    ask,
    env,
    token: () => ({ token, sub: me }),
    renew: () => Promise.resolve({ is: 'over' }),
    dropToken: () => undefined,
  })
  return {
    store,
    offline: () => {
      signal = false
      cut.abort()
    },
    online: () => {
      signal = true
      cut = new AbortController()
    },
    loseNextAnswer: () => {
      losing = true
    },
  }
}
