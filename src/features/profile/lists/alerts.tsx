import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { type ShownAlert, useAlerts } from '#local/react'
import { IconButton } from '#ui/icon-button.tsx'
import { useWriteNotice } from '../write-notices.tsx'

function standing({ told_at, waiting }: ShownAlert): string {
  if (told_at !== null) return 'For sale: see it now'
  return waiting ? 'Saved on this phone, will be sent' : 'You get an e-mail when one is for sale'
}

/** Models that this person waits for; nothing where there are none. */
export function Alerts() {
  const id = useId()
  const { alerts, set } = useAlerts()
  const notifyOfWrite = useWriteNotice()
  if (alerts.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="text-lg font-bold">
        Models you wait for
      </h2>
      <ul>
        {alerts.map((alert) => (
          <li key={alert.model} className="flex min-h-11 items-center gap-2 border-b border-line">
            <a href={`/listings?q=${encodeURIComponent(alert.model)}`} className="min-w-0 flex-1 py-2">
              <span className="font-semibold text-brand">{alert.model}</span>{' '}
              <span className="text-sm text-ink-2">{standing(alert)}</span>
            </a>
            <IconButton
              icon={IconX}
              label={`Remove ${alert.model}`}
              onClick={() => void set(alert.model, false).then(notifyOfWrite)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
