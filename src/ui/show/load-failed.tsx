import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

/** What could not be loaded, why, and another try. */
export function LoadFailed(props: { title: string; onRetry: () => void; children: ReactNode }) {
  const again = <Button onClick={props.onRetry}>Try again</Button>
  return (
    <EmptyState icon={IconCloudOff} title={props.title} actions={again}>
      {props.children}
    </EmptyState>
  )
}
