import { IconReceiptOff } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useParams } from 'wouter'
import { type OwnOrder, type ReadResult, useOwnOrder } from '#local/react'
import { ordersAddress } from '#parts/plans/order-words.ts'
import { signedInOnly } from '#parts/signed-in-only.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

type View = ComponentType<{ order: OwnOrder; reading: ReadResult<OwnOrder> }>

/** Wraps a screen of one own order; people who are not signed in sign in first and return. */
export const ownOrderOnly = (View: View) =>
  signedInOnly(function OwnOrderOnly() {
    const { id = '' } = useParams()
    const reading = useOwnOrder(id)
    const { data, status, error, refresh } = reading
    if (data) return <View order={data} reading={reading} />
    if (status !== 'failed')
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
  })
