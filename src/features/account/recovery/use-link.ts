import { useEffect, useState } from 'react'
import { type AppError, errorRules } from '#contract/errors.ts'
import type { accountRoutes } from '#contract/users/account.ts'
import { useServerQuery } from '#local/react'
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
  const asked = useServerQuery<LinkRoute>(
    route,
    { params: { id: secret, token: secret } },
    { enabled: wanted },
  )
  const { data, error, refresh } = asked
  const showError = useErrorAlert()
  const [spoilt, spoil] = useState<AppError>()
  useEffect(() => {
    // What the server itself said (R-ERR-04, R-ERR-05).
    if (error && errorRules[error.code].status !== 0) showError(error.message)
  }, [error, showError])
  const state: LinkState = spoilt
    ? { is: 'bad', said: spoilt.message }
    : error
      ? { is: errorRules[error.code].action === 'retry' ? 'unknown' : 'bad', said: error.message }
      : data
        ? { is: 'good', said: data.msg }
        : { is: 'asked' }
  return { state, again: refresh, spoil }
}
