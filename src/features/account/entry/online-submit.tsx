import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

interface Props {
  busy: boolean
  /** What went wrong with the last try. */
  trouble?: string | undefined
  /** What needs the signal: "Signing in". */
  what: string
  look?: 'primary' | 'danger'
  children: ReactNode
}

/**
 * The button of a form that cannot wait for a signal, and below it a line that always has its room: nothing jumps when
 * the network goes or an answer does not come.
 */
export function OnlineSubmit({ busy, trouble, what, look = 'primary', children }: Props) {
  const offline = useConnection().state === 'offline'
  return (
    <div>
      <Button type="submit" wide look={look} loading={busy}>
        {children}
      </Button>
      <div className="min-h-13 pt-2 text-13">
        <p role="alert" className="flex gap-2 text-danger">
          {!busy && trouble !== undefined && (
            <>
              <Icon of={IconAlertCircle} size={18} />
              <span>{trouble}</span>
            </>
          )}
        </p>
        <output className="flex gap-2 text-amber-ink">
          {offline && (busy || trouble === undefined) && (
            <>
              <Icon of={IconCloudOff} size={18} />
              <span>You are offline. {what} needs a signal; what you typed stays here.</span>
            </>
          )}
        </output>
      </div>
    </div>
  )
}
