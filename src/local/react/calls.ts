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

/** Called with each refusal of the calls made below it: an area may have to open again before any of them succeeds. */
export const RefusalContext = createContext<(error: AppError) => void>(() => undefined)

/**
 * One call of the contract that cannot wait for a signal: signing up, a new password. What cannot be sent is told and
 * kept nowhere; the form still has it.
 */
export function useCall<R extends Route>(route: R) {
  const { ask, env } = useLocal()
  const onRefused = useContext(RefusalContext)
  /** `error`: why the last try came to nothing. */
  const [state, setState] = useState<{ busy: boolean; error: AppError | undefined }>({
    busy: false,
    error: undefined,
  })
  const under = useRef(false)
  // The same words again after an answer that was lost are the same write.
  const last = useRef<{ body: string; key: string }>(undefined)

  /** Never throws. Undefined while an earlier one is under way: two taps are one call. */
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
  /** The answer to this very question; an older one of it while a new one is on its way. */
  data: T | undefined
  error: AppError | undefined
  busy: boolean
  refresh: () => void
}

/** What the server says to a question now. Nothing of it is stored, and it is asked again only where the screen says so. */
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
    // Each answer is news, also one that says the same.
    structuralSharing: false,
  })
  const [turn, setTurn] = useState(0)
  // Only once the screen has followed: a dialog that closes first gives its focus back to what the answer may take away.
  useEffect(() => {
    if (turn > 0) void refetch()
  }, [turn, refetch])
  const refresh = useCallback(() => setTurn((before) => before + 1), [])
  return { data, error: error ?? undefined, busy: isFetching, refresh }
}

/**
 * Calls with files in the name of the person who is signed in when it is drawn, and of nobody who comes while a file is
 * made ready (I7). `first` is a plain call: with it an expired login is renewed.
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
      /** Never throws. The same file with the same words again is the same write. */
      send: <R extends Route>(route: R, o: Omit<FileUpload, 'token'>) =>
        begin((calls, token) => calls.callWithFile(env, route, { ...o, token })),
      /** A file that only this person may see, below the base path. */
      file: (path: string) => begin((calls, token) => calls.fetchFile(env, path, token)),
      newKey: () => `${newId(env)}.0`,
    }
  }, [ask, env, onRefused, session, first, me])
}
