import type { ReactNode } from 'react'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { newsletterForm } from '#contract/forms/newsletter.ts'
import { type FormDraft, useConnection, useFormDraft } from '#local/react'
import { type OutboxFormDraft, type OutboxFormState, useOutboxForm } from '#parts/forms/use-outbox-form.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { buttonLook, rowLook, stateLook, NewsletterSkeleton } from './box.tsx'

/** Asks for an e-mail address (R-HOME-27, R-VAL-01); the typed text survives when the system closes the tab. */
export function SubscribeForm() {
  const draft = useFormDraft<OutboxFormDraft>('newsletter')
  return draft.loaded ? <Fields draft={draft} /> : <NewsletterSkeleton />
}

function Fields({ draft }: { draft: FormDraft<OutboxFormDraft> }) {
  const { state, sent, field, submit, trap } = useOutboxForm({
    kind: 'newsletter.subscribe',
    schema: newsletterForm,
    mode: 'onSubmit',
    stays: true,
    start: { EMAIL: '' },
    draft,
    payloadOf: (values, filled) => ({ ...values, filled }),
  })
  return (
    <form method="post" noValidate className="relative" onSubmit={submit}>
      {trap}
      <div className={rowLook}>
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          className="flex-1"
          {...field('EMAIL')}
        />
        <Button type="submit" loading={state.is === 'loading'} className={buttonLook}>
          Subscribe
        </Button>
      </div>
      <div className={stateLook}>
        <StandingWords state={state} address={sent?.EMAIL} />
      </div>
    </form>
  )
}

const sending = <StateLine words="sending..." />

/** Shows the state of a subscription in the documented words (R-HOME-28, R-FORM-18, R-ERR-23). */
function StandingWords({ state, address }: { state: OutboxFormState; address: string | undefined }) {
  const offline = useConnection().state === 'offline'
  switch (state.is) {
    case 'idle':
      return null
    case 'loading':
      return sending
    case 'success':
      return (
        <StateLine icon={IconCircleCheck} look="text-brand" words="Subscribed !">
          Please confirm with the link in the e-mail that we send to {address}.
        </StateLine>
      )
    case 'error':
      return (
        <StateLine icon={IconAlertCircle} look="text-danger" words="Not Subscribed" alert>
          {state.message}
        </StateLine>
      )
    case 'saved': {
      const { state: at, hold } = state.entry
      if (hold === 'confirm-old')
        return (
          <StateLine
            icon={IconClock}
            words="Saved more than 30 days ago. The outbox asks whether to send it."
          />
        )
      if (hold === 'upgrade')
        return <StateLine icon={IconClock} words="Saved. You will be subscribed after this app is updated." />
      // After a failed attempt the write waits for the next one, even if the connection seems to work.
      if (!offline && (at === 'queued' || at === 'sending')) return sending
      return <StateLine icon={IconClock} words="Saved. You will be subscribed when you are back online." />
    }
  }
}

interface StateLineProps {
  icon?: IconShape
  look?: string
  words: string
  alert?: boolean
  children?: ReactNode
}

function StateLine({ icon, look = 'text-ink', words, alert = false, children }: StateLineProps) {
  const Line = alert ? 'p' : 'output'
  return (
    <Line role={alert ? 'alert' : undefined} className="flex gap-2.5">
      {icon && <Icon of={icon} className={look} />}
      <span className="min-w-0">
        <span className={`block font-semibold ${look}`}>{words}</span>
        {children !== undefined && <span className="block wrap-anywhere text-ink-2">{children}</span>}
      </span>
    </Line>
  )
}
