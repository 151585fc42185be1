import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** In place of a section that did not arrive. What failed to load once is asked for again only by a new page. */
export function SectionMissing() {
  return (
    <EmptyState
      icon={IconCloudOff}
      title="This section could not be loaded"
      actions={<Button onClick={() => window.location.reload()}>Try again</Button>}
    >
      Running the place needs a connection.
    </EmptyState>
  )
}
