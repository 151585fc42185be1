import { IconReceiptOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type OwnOrder, type ReadResult, useOwnOrder } from '#local/react'
import { ordersAddress } from '#parts/plans/order-words.ts'
import { useSignedIn } from '#parts/use-signed-in.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

interface Props {
  id: string
  children: (order: OwnOrder, reading: ReadResult<OwnOrder>) => ReactNode
}

/** An order of the person who is signed in; everyone else signs in first and comes back. */
export function OwnOrderOnly({ id, children }: Props) {
  const user = useSignedIn()
  const reading = useOwnOrder(id)
  const { data, status, error, refresh } = reading
  if (data) return children(data, reading)
  if (!user || status !== 'failed')
    return (
      <div aria-busy="true" className="mx-auto max-w-[46rem] px-4 py-8">
        <output className="sr-only">Loading your order</output>
        <Skeleton className="h-8 w-64" />
        <Skeleton className="mt-6 h-64 rounded-card!" />
      </div>
    )
  const unreachable = error?.status === 0
  return (
    <div className="py-8">
      <EmptyState
        level="h1"
        icon={IconReceiptOff}
        title="Your order could not be loaded"
        actions={
          <>
            {unreachable && <Button onClick={refresh}>Try again</Button>}
            {/* R-ERR-28 */}
            <Button href="/subscriptions" look={unreachable ? 'outline' : 'primary'}>
              Refresh
            </Button>
            {!unreachable && (
              <Button href={ordersAddress} look="outline">
                Your orders
              </Button>
            )}
          </>
        }
      >
        {error?.message}
      </EmptyState>
    </div>
  )
}
