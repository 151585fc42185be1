import { IconCloudOff } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

interface Props extends Omit<ComponentProps<typeof EmptyState>, 'icon'> {
  onRetry: () => void
}

/** Shows what could not be loaded and why, with a retry button before the other actions. */
export function LoadFailed({ onRetry, actions, ...what }: Props) {
  const ways = (
    <>
      <Button onClick={onRetry}>Try again</Button>
      {actions}
    </>
  )
  return <EmptyState {...what} icon={IconCloudOff} actions={ways} />
}
