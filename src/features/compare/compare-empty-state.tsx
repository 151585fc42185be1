import { IconScale } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** How a comparison begins. */
export function CompareEmptyState() {
  return (
    <EmptyState
      icon={IconScale}
      title="Which one is it?"
      actions={
        <>
          <Button href="/saved?choose">Choose from your cars</Button>
          <Button href="/listings" look="outline">
            Meet the cars
          </Button>
        </>
      }
    >
      Put two to four cars side by side and see where they differ. Tap Compare on a car’s page, or choose
      among the cars on this phone; it works without signal too.
    </EmptyState>
  )
}
