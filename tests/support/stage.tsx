import { type ReactNode, useEffect } from 'react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { basePath, headers } from '#contract/http.ts'
import { bareEnv, createLocalApp, type Env, type LocalApp } from '#local'
import { LocalProvider } from '#local/react'
import { ErrorAlertHost } from '#ui/layer/error-alert.tsx'
import { SnackbarHost } from '#ui/layer/snackbar-host.tsx'

/** Renders one screen with the real local-first core on an empty phone and a simulated server. */

/** Notices stay longer than any test; the tests of notices check the real durations. */
const stay = { success: 120_000, error: 120_000 }

export interface StageCall {
  method: string
  /** Path below the base path. */
  path: string
  body: unknown
  headers: Record<string, string>
}
/** Response of the server to one call; `undefined` means that none arrives. */
export type Reply = { status?: number; body: unknown; headers?: Record<string, string> } | undefined
export type Server = (asked: StageCall) => Reply | Promise<Reply>

export interface Stage {
  local: LocalApp
  /** All calls of the phone, in order. */
  asked: StageCall[]
  /** Replaces the server. */
  serve: (server: Server) => void
}

const storage = (): NonNullable<Env['localStorage']> => {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

export const refused = (
  status: number,
  code: string,
  msg: string,
  fields?: Record<string, string>,
): Reply => ({
  status,
  body: { success: false, code, msg, ...(fields ? { fields } : {}) },
})
export const nothing: Server = () => undefined

export function stage(first: Server, given: Partial<Env> = {}): Stage {
  let server = first
  const asked: StageCall[] = []
  const local = createLocalApp(
    bareEnv({
      localStorage: storage(),
      sessionStorage: storage(),
      indexedDB: new IDBFactory(),
      keyRange: IDBKeyRange,
      fetch: async (url, init) => {
        const call: StageCall = {
          method: init.method ?? 'GET',
          path: url.slice(basePath.length),
          body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
          headers: init.headers as Record<string, string>,
        }
        asked.push(call)
        const reply = await server(call)
        if (!reply) throw new TypeError('Failed to fetch')
        return new Response(JSON.stringify(reply.body), {
          status: reply.status ?? 200,
          headers: { 'content-type': 'application/json', [headers.api]: '1', ...reply.headers },
        })
      },
      ...given,
    }),
  )
  return {
    local,
    asked,
    serve: (next) => {
      server = next
    },
  }
}

/**
 * Follows links as the app does. happy-dom changes the address without an event, so a screen would notice the change only at
 * its next render.
 */
function follow(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return
  if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
  event.preventDefault()
  history.pushState(null, '', link.href)
}

/** Renders the providers around a screen. */
export function OnStage({ local, children }: { local: LocalApp; children: ReactNode }) {
  useEffect(() => {
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [])
  return (
    <LocalProvider local={local}>
      <SnackbarHost times={stay}>
        <ErrorAlertHost>{children}</ErrorAlertHost>
      </SnackbarHost>
    </LocalProvider>
  )
}
