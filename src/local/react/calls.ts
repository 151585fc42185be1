import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '#contract/errors.ts'
import type { BodyInputOf, ReplyOf, Route } from '#contract/http.ts'
import { newId } from '../platform/env.ts'
import type * as Files from '../transport/file-calls.ts'
import type { FileResult, FileUpload } from '../transport/file-calls.ts'
import type { RequestOptions } from '../transport/http-client.ts'
import { useLocal, useReadable } from './context.ts'

export type CallResult<R extends Route> = { ok: true; body: ReplyOf<R> } | { ok: false; error: AppError }

/** Called with each refusal of a request made below it: an area may have to be opened again before a request can succeed. */
export const RefusalContext = createContext<(error: AppError) => void>(() => undefined)

/**
 * Returns a function that sends a request which cannot wait in the outbox, such as a sign-up or a new password. A failed request
 * is reported and not stored; the form still has its values.
 */
export function useCall<R extends Route>(route: R) {
  const { ask, env } = useLocal()
  const onRefused = useContext(RefusalContext)
  /** `error` is the failure of the last attempt. */
  const [state, setState] = useState<{ busy: boolean; error: AppError | undefined }>({
    busy: false,
    error: undefined,
  })
  const under = useRef(false)
  // The same body again after a lost response is the same write, so it gets the same key.
  const last = useRef<{ body: string; key: string }>(undefined)

  /** Sends the request; never throws. Undefined while an earlier one is under way: two taps are one request. */
  const run = useCallback(
    async (o: Pick<RequestOptions<R>, 'params' | 'body'> = {}): Promise<CallResult<R> | undefined> => {
      if (under.current) return undefined
      under.current = true
      setState({ busy: true, error: undefined })
      const body = JSON.stringify(o)
      if (last.current?.body !== body) last.current = { body: body, key: `${newId(env)}.0` }
      const { key } = last.current
      let result: CallResult<R>
      try {
        const answer = await ask(route, route.write ? { ...o, key } : o)
        result = answer.ok ? { ok: true, body: answer.body } : { ok: false, error: answer.error }
      } catch (error) {
        ignoreExpected('call', isPassing)(error)
        result = { ok: false, error: new AppError('internal') }
      }
      under.current = false
      if (result.ok) last.current = undefined
      else onRefused(result.error)
      setState({ busy: false, error: result.ok ? undefined : result.error })
      return result
    },
    [ask, env, onRefused, route],
  )
  return { ...state, run }
}

export interface ServerQuery<T> {
  /** Response to this query; during a refresh the previous response. */
  data: T | undefined
  error: AppError | undefined
  busy: boolean
  refresh: () => void
}

/** Returns the server's current response to a query. It is not stored, and is refreshed only by `refresh`. */
export function useServerQuery<R extends Route>(
  route: R,
  o: { params?: Record<string, string>; body?: BodyInputOf<R> } = {},
  { enabled = true }: { enabled?: boolean } = {},
): ServerQuery<ReplyOf<R>> {
  const { ask, session } = useLocal()
  const onRefused = useContext(RefusalContext)
  const { user } = useReadable(session)
  const { data, error, isFetching, refetch } = useQuery<ReplyOf<R>, AppError>({
    queryKey: ['call', user?.id, route.method, route.path, o],
    async queryFn() {
      const answer = await ask(route, o).catch(ignoreExpected('call', isPassing))
      if (answer?.ok) return answer.body
      const error = answer?.error ?? new AppError('internal')
      onRefused(error)
      throw error
    },
    enabled,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    // An unchanged response must notify the screen too.
    structuralSharing: false,
  })
  const [turn, setTurn] = useState(0)
  // The request starts after the screen has rendered: a closing dialog first returns the focus to an element that the response
  // may remove.
  useEffect(() => {
    if (turn > 0) void refetch()
  }, [turn, refetch])
  const refresh = useCallback(() => setTurn((before) => before + 1), [])
  return { data, error: error ?? undefined, busy: isFetching, refresh }
}

/**
 * Returns requests with files, sent as the person who was signed in at the render, never as one who signs in while a file is
 * prepared (I7). `first` is a plain request that renews an expired login.
 */
export function useFileCalls(first: Route) {
  const { ask, env, session } = useLocal()
  const me = useReadable(session).account
  const onRefused = useContext(RefusalContext)
  return useMemo(() => {
    const someoneElse = { ok: false, error: new AppError('unauthenticated') } as const
    const begin = async <T>(
      go: (calls: typeof Files, token: string | undefined) => Promise<FileResult<T>>,
    ): Promise<FileResult<T>> => {
      let result: FileResult<T>
      try {
        if (session.get().account !== me) return someoneElse
        const answer = await ask(first)
        if (!answer.ok) result = { ok: false, error: answer.error }
        else {
          const calls = await import('../transport/file-calls.ts').catch(missingFile)
          const { account, token } = session.get()
          result = account === me ? await go(calls, token) : someoneElse
        }
      } catch (error) {
        ignoreExpected('file-call', isPassing)(error)
        result = { ok: false, error: new AppError('internal') }
      }
      if (!result.ok) onRefused(result.error)
      return result
    }
    return {
      /** Sends a file; never throws. The same file with the same words is the same write. */
      send: <R extends Route>(route: R, o: Omit<FileUpload, 'token'>) =>
        begin((calls, token) => calls.callWithFile(env, route, { ...o, token })),
      /** Requests a file that only this person may see; `path` is below the base path. */
      file: (path: string) => begin((calls, token) => calls.fetchFile(env, path, token)),
      newKey: () => `${newId(env)}.0`,
    }
  }, [ask, env, onRefused, session, first, me])
}
