import type { ChatActions } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { notSet } from './chat-menu.tsx'

interface Props {
  other: string
  name: string
  onSet: ChatActions['set']
}

/** Takes the place of the box one writes in, where one wants nothing of the other person. */
export function BlockedBar({ other, name, onSet }: Props) {
  const notify = useNotify()
  async function unblock() {
    if (!(await onSet(other, { blocked: false }))) notify({ severity: 'error', message: notSet })
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 border-t border-line bg-surface px-4 py-2 text-sm text-ink-2">
      <span>
        You blocked <bdi>{name}</bdi>.
      </span>
      <Button look="quiet" size="sm" onClick={() => void unblock()}>
        Unblock
      </Button>
    </div>
  )
}
