import { IconCloudOff } from '@tabler/icons-react'
import { useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

/** While the server is asked about a link. */
export function Checking({ what }: { what: string }) {
  return (
    <div aria-busy="true" className="mt-6 space-y-4">
      <output className="text-ink-2">{what}</output>
      <Skeleton className="h-12 rounded-input!" />
      <Skeleton className="h-12 rounded-pill!" />
    </div>
  )
}

/** The server could not be asked: nothing is known about the link. */
export function NotChecked({ said, onAgain }: { said: string; onAgain: () => void }) {
  const offline = useConnection().state === 'offline'
  return (
    <div className="mt-6">
      <output className="flex gap-2.5 text-amber-ink">
        <Icon of={IconCloudOff} size={22} />
        <span>
          {offline ? 'You are offline. Checking the link needs a signal.' : said} We could not check your
          link: keep this page open and try again.
        </span>
      </output>
      <Button wide className="mt-4" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
