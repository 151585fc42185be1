import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { errorRules } from '#contract/errors.ts'
import type { newsletterRoutes } from '#contract/forms/newsletter.ts'
import { useCall, useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'

type LinkRoute = (typeof newsletterRoutes)['confirmNewsletter' | 'unsubscribeNewsletter']

interface Props {
  route: LinkRoute
  secret: string
  title: string
  /** Before the button. */
  intro: string
  button: string
  /** Under the server's good news. */
  children: ReactNode
  /** Under the title when the link is good no more. */
  expired: ReactNode
}

/** The page behind a link of a newsletter e-mail. The person decides with a button: programs that open every link of an e-mail change nothing. */
export function EmailLinkPage({ route, secret, title, intro, button, children, expired }: Props) {
  const { busy, error, run } = useCall<LinkRoute>(route)
  const [done, setDone] = useState<string>()
  const offline = useConnection().state === 'offline'
  const over = error !== undefined && errorRules[error.code].action !== 'retry'
  async function decide() {
    const result = await run({ body: { token: secret } })
    if (result?.ok) setDone(result.body.msg)
  }
  const decision = (
    <>
      <p className="mt-2 text-ink-2">{intro}</p>
      <Button wide className="mt-6" loading={busy} onClick={() => void decide()}>
        {button}
      </Button>
      <output className="mt-3 block min-h-11 text-sm text-amber-ink">
        {error && !over
          ? `${offline ? 'You are offline: this needs a signal.' : error.message} Nothing has changed yet; please try again.`
          : ''}
      </output>
    </>
  )
  return (
    <div className="mx-auto w-full max-w-[30rem] px-4 py-8 sm:py-12">
      <PageHead title={title} noIndex />
      <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-e1">
        <h1 className="text-3xl font-bold">{title}</h1>
        {done !== undefined ? (
          <>
            <output className="mt-3 flex gap-2.5 text-lg font-medium">
              <Icon of={IconCircleCheck} size={24} className="text-brand" />
              {done}
            </output>
            {children}
          </>
        ) : over ? (
          <div role="alert" className="mt-2 text-ink-2">
            {expired}
          </div>
        ) : (
          decision
        )}
      </div>
    </div>
  )
}
