import { useCallback, useEffect, useState } from 'react'
import { type AppError, errorRules } from '#contract/errors.ts'
import type { accountRoutes } from '#contract/users/account.ts'
import { useCall } from '#local/react'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'

type LinkRoute = (typeof accountRoutes)['verifyUser' | 'verifyForgotPasswordString']

/** What became of the link of an e-mail, with the words for it. `unknown`: the server could not be asked. */
export type LinkState = { is: 'asked' } | { is: 'good' | 'bad' | 'unknown'; said: string }

export interface Link {
  state: LinkState
  again: () => void
  /** It was good when it was opened, and is not any more. */
  spoil: (error: AppError) => void
}

/** Asks the server about the link that brought a person here, unless it is not to be asked. */
export function useLink(route: LinkRoute, secret: string, wanted = true): Link {
  const { run } = useCall<LinkRoute>(route)
  const showError = useErrorAlert()
  const [state, setState] = useState<LinkState>({ is: 'asked' })
  const spoil = useCallback(({ message }: AppError) => setState({ is: 'bad', said: message }), [])
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!wanted) return
    void run({ params: { id: secret, token: secret } }).then((result) => {
      if (!result) return
      if (result.ok) {
        setState({ is: 'good', said: result.body.msg })
        return
      }
      const { error } = result
      const { action, status } = errorRules[error.code]
      if (action === 'retry') setState({ is: 'unknown', said: error.message })
      else spoil(error)
      // What the server itself said (R-ERR-04, R-ERR-05).
      if (status !== 0) showError(error.message)
    })
  }, [wanted, run, secret, tries, showError, spoil])
  return {
    state,
    again() {
      setState({ is: 'asked' })
      setTries(tries + 1)
    },
    spoil,
  }
}
