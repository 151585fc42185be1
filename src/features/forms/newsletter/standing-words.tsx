import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from '#ui/icon.tsx'
import type { SubscribeState } from './use-subscribing.ts'

/** What became of a subscription, in the documented words (R-HOME-28, R-FORM-18, R-ERR-23). */
export function StandingWords({ standing }: { standing: SubscribeState }) {
  switch (standing.is) {
    case 'idle':
      return null
    case 'sending':
      return <Said words="sending..." />
    case 'done':
      return (
        <Said icon={IconCircleCheck} look="text-brand" words="Subscribed !">
          Please confirm with the link in the letter that we send to {standing.address}.
        </Said>
      )
    case 'refused':
      return (
        <Said icon={IconAlertCircle} look="text-danger" words="Not Subscribed" alert>
          {standing.error.message}
        </Said>
      )
    case 'old':
      return (
        <Said icon={IconClock} words="Saved more than 30 days ago. The outbox asks whether to send it." />
      )
    case 'update':
      return <Said icon={IconClock} words="Saved. You will be subscribed after this app is updated." />
    case 'saved':
      return <Said icon={IconClock} words="Saved. You will be subscribed when you are back online." />
  }
}

interface Props {
  icon?: IconShape
  look?: string
  words: string
  alert?: boolean
  children?: ReactNode
}

function Said({ icon, look = 'text-ink', words, alert = false, children }: Props) {
  const inside = (
    <>
      {icon && <Icon of={icon} className={look} />}
      <span className="min-w-0">
        <span className={`block font-semibold ${look}`}>{words}</span>
        {children !== undefined && <span className="block wrap-anywhere text-ink-2">{children}</span>}
      </span>
    </>
  )
  return alert ? (
    <p role="alert" className="flex gap-2.5">
      {inside}
    </p>
  ) : (
    <output className="flex gap-2.5">{inside}</output>
  )
}
