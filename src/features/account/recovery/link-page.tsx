import { type ReactNode, useEffect, useState } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { useConnection, useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { type AppError, errorRules } from '#contract/errors.ts'
import type { accountRoutes } from '#contract/users/account.ts'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { EntryPage } from '../entry/entry-page.tsx'

type LinkRoute = (typeof accountRoutes)['verifyUser' | 'verifyForgotPasswordString']

/** State of an e-mailed link with its message. `unknown`: the server could not be reached. */
interface LinkState {
  is: 'asked' | 'good' | 'bad' | 'unknown'
  message: string
}

/** Checks the opened link with the server. `spoil` reports that the link was valid when it was opened and no longer is. */
export function useLink(route: LinkRoute, secret: string, wanted = true) {
  const params = { id: secret, token: secret }
  const { data, error, refresh } = useServerQuery<LinkRoute>(route, { params }, { enabled: wanted })
  const showError = useErrorAlert()
  const [spoilt, spoil] = useState<AppError>()
  useEffect(() => {
    // The alert shows only the server's own message (R-ERR-04, R-ERR-05).
    if (error && errorRules[error.code].status !== 0) showError(error.message)
  }, [error, showError])
  const state: LinkState = spoilt
    ? { is: 'bad', message: spoilt.message }
    : error
      ? { is: errorRules[error.code].action === 'retry' ? 'unknown' : 'bad', message: error.message }
      : data
        ? { is: 'good', message: data.msg }
        : { is: 'asked', message: '' }
  return { state, again: refresh, spoil }
}

interface Props {
  title: string
  link: ReturnType<typeof useLink>
  /** Text while the link is being checked. */
  checking: string
  /** Line below the title for a valid link. */
  intro?: string
  /** Success message. */
  notice?: string | undefined
  /** Content below the server's message for an invalid link. */
  bad: ReactNode
  /** Content for a valid link. */
  children: ReactNode
}

/** Shows the page of an e-mailed link: checks the link with the server and shows the result. */
export function LinkPage({ title, link: { state, again }, checking, intro, notice, bad, children }: Props) {
  const { is, message } = state
  const offline = useConnection().state === 'offline'
  return (
    <EntryPage
      title={title}
      intro={is === 'bad' ? message : is === 'good' ? intro : undefined}
      notice={notice}
    >
      {is === 'asked' && (
        <div aria-busy="true" className="mt-6 space-y-4">
          <output className="text-ink-2">{checking}</output>
          <Skeleton className="h-12 rounded-input!" />
          <Skeleton className="h-12 rounded-pill!" />
        </div>
      )}
      {is === 'unknown' && (
        <div className="mt-6">
          <output className="flex gap-2.5 text-amber-ink">
            <Icon of={IconCloudOff} size={22} />
            <span>
              {offline ? 'You are offline. Checking the link needs a signal.' : message} We could not check
              your link: keep this page open and try again.
            </span>
          </output>
          <Button wide className="mt-4" onClick={again}>
            Try again
          </Button>
        </div>
      )}
      {is === 'bad' && bad}
      {is === 'good' && children}
    </EntryPage>
  )
}
