import { IconRoadOff } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { unknownHead } from '#contract/heads/head.ts'
import { PageHead } from '#ui/page-head.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** Shows the page for an unknown address (R-NAV-29). */
export function NotFoundScreen() {
  return (
    <>
      <PageHead {...unknownHead} />
      <EmptyState
        level="h1"
        icon={IconRoadOff}
        title="Page not found"
        actions={
          <>
            <Button href="/">Home</Button>
            <Button href="/listings" look="outline">
              Browse cars
            </Button>
          </>
        }
      >
        <p>This road ends here. The address may be mistyped, or the page has moved on.</p>
      </EmptyState>
    </>
  )
}
