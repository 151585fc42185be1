import type { ComponentProps, ReactNode } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

type Props = Pick<ComponentProps<typeof EmptyState>, 'title' | 'level' | 'children'> & {
  onRetry: () => void
  /** Other ways on, beside trying again. */
  ways?: ReactNode
}

/** What could not be loaded, why, and another try. */
export function LoadFailed({ onRetry, ways, ...words }: Props) {
  const actions = (
    <>
      <Button onClick={onRetry}>Try again</Button>
      {ways}
    </>
  )
  return <EmptyState {...words} icon={IconCloudOff} actions={actions} />
}
