import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#contract/errors.ts'
import type { BodyInputOf, ReplyOf, Route } from '#contract/http.ts'
import { useCall } from '#local/react'

export interface AdminQuery<T> {
  /** The answer to this very question; an older one of it while a new one is on its way. */
  data: T | undefined
  error: AppError | undefined
  busy: boolean
  refresh: () => void
}

/** What the server says to a question now: nothing of the admin area is kept on the phone. */
export function useAdminQuery<R extends Route>(
  route: R,
  o: { params?: Record<string, string>; body?: BodyInputOf<R> },
): AdminQuery<ReplyOf<R>> {
  const { run, busy } = useCall(route)
  const said = JSON.stringify(o)
  const [turn, setTurn] = useState(0)
  const [heard, setHeard] = useState<{ said: string; data?: ReplyOf<R>; error?: AppError }>()
  useEffect(() => {
    let gone = false
    void run(JSON.parse(said) as typeof o).then((result) => {
      // Another question came meanwhile and was not asked, because this one was under way.
      if (gone) setTurn((before) => before + 1)
      else if (result?.ok) setHeard({ said, data: result.body })
      else if (result) setHeard((last) => ({ ...(last?.said === said && last), said, error: result.error }))
    })
    return () => {
      gone = true
    }
  }, [run, said, turn])
  const known = heard?.said === said ? heard : undefined
  const refresh = useCallback(() => setTurn((before) => before + 1), [])
  return { data: known?.data, error: known?.error, busy, refresh }
}
