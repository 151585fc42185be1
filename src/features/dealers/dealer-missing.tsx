import { IconBuildingStore, IconCloudOff } from '@tabler/icons-react'
import { missingHead } from '#contract/heads/head.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** The server has no such dealer. */
export function DealerGone() {
  return (
    <>
      <PageHead {...missingHead} />
      <EmptyState
        level="h1"
        icon={IconBuildingStore}
        title="This dealer could not be found."
        actions={<Button href="/dealers">All dealers</Button>}
      >
        They may have left, or sell nothing any more.
      </EmptyState>
    </>
  )
}

/** Neither the server nor this phone had an answer. */
export function DealerUnreachable(props: { message: string | undefined; onRetry: () => void }) {
  return (
    <EmptyState
      level="h1"
      icon={IconCloudOff}
      title="This dealer is out of reach"
      actions={
        <>
          <Button onClick={props.onRetry}>Try again</Button>
          <Button href="/dealers" look="outline">
            All dealers
          </Button>
        </>
      }
    >
      <p>{props.message}</p>
      <p className="mt-1">Their page is not kept on this phone, so it needs a connection.</p>
    </EmptyState>
  )
}
