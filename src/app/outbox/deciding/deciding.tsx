import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type OutboxEntry, type Resolution, useOutboxActions } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { ConflictSheet } from './conflict-sheet.tsx'

const settled: Readonly<Record<Resolution['how'], string>> = {
  mine: 'Yours is kept. It is sent next.',
  theirs: 'The other version stays.',
  values: 'Your choice is kept. It is sent next.',
  draft: 'Kept as a draft on this phone.',
  again: 'It will be published again.',
}

interface Props {
  outbox: readonly OutboxEntry[]
  titled: (entry: OutboxEntry) => string
}

/** The decision that the address requests: `/outbox?decide=<id>`. */
export function Deciding({ outbox, titled }: Props) {
  const id = new URLSearchParams(useSearch()).get('decide')
  const [, navigate] = useLocation()
  const { resolve } = useOutboxActions()
  const notify = useNotify()
  const disputed = outbox.find((entry) => entry.id === id && entry.dispute !== undefined)
  // Stays for as long as the sheet takes to leave.
  const [last, setLast] = useState(disputed)
  if (disputed && disputed !== last) setLast(disputed)

  const close = () => navigate('/outbox', { replace: true })
  async function decide(entry: OutboxEntry, how: Resolution) {
    close()
    const done = await resolve(entry.id, how)
    notify(
      done
        ? { severity: 'success', message: settled[how.how] }
        : { severity: 'info', message: 'That could not be done. Look at it again.' },
    )
  }
  if (!last?.dispute) return null
  const { dispute } = last
  return (
    <ConflictSheet
      // A newer server state asks again.
      key={`${last.id} ${JSON.stringify(dispute)}`}
      entry={last}
      dispute={dispute}
      title={titled(last)}
      open={disputed !== undefined}
      onResolve={(how) => void decide(last, how)}
      onClose={close}
    />
  )
}
