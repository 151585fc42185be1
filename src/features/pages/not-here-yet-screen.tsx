import { IconTrafficCone } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { comingPageOf } from './coming-pages.ts'

/** Says honestly what will be at this address, and where to go meanwhile. */
export function NotHereYetScreen() {
  const [path] = useLocation()
  const coming = comingPageOf(path)
  return (
    <EmptyState
      level="h1"
      icon={IconTrafficCone}
      title={coming.title}
      actions={
        <>
          <Button href={coming.way.href}>{coming.way.label}</Button>
          {coming.way.href !== '/listings' && (
            <Button href="/listings" look="outline">
              Browse cars
            </Button>
          )}
        </>
      }
    >
      <p>{coming.what}</p>
      <p className="mt-2">This page is not here yet.</p>
    </EmptyState>
  )
}
