import { IconCarOff, IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type AppError, errorRules } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { CarLayout } from './car-layout.tsx'

const nine = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']

/** Shows the page in its final geometry while the car loads (R-CAR-18). */
export function CarLoading() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading this car</output>
      <CarLayout
        gallery={
          <>
            <Skeleton className="aspect-[4/3] w-full rounded-none! lg:rounded-card!" />
            <div className="grid grid-cols-5 gap-2 px-4 pt-2 lg:px-0 lg:pt-3">
              {nine.slice(0, 5).map((key) => (
                <Skeleton key={key} className="aspect-[4/3] rounded-input!" />
              ))}
            </div>
          </>
        }
        heading={
          <div>
            <Skeleton className="h-8 w-56" />
            <Skeleton className="mt-2 h-5.5 w-64" />
            <Skeleton className="mt-3 h-6.5 w-72 lg:h-7" />
            <Skeleton className="mt-1 h-5 w-60" />
            <Skeleton className="mt-3 h-11 w-32 rounded-pill!" />
          </div>
        }
        introduction={<Skeleton className="h-19 rounded-card!" />}
        main={
          <>
            <div className="grid grid-cols-3 gap-px overflow-hidden rounded-grid border border-line bg-line">
              {nine.map((key) => (
                <div key={key} className="min-h-20 bg-surface p-3">
                  <Skeleton className="size-5.5" />
                  <Skeleton className="mt-2 h-4 w-4/5" />
                </div>
              ))}
            </div>
            <div>
              <Skeleton className="h-6.5 w-40" />
              <Skeleton className="mt-3 h-10 w-72 sm:h-5" />
              <Skeleton className="mt-3 h-96" />
            </div>
          </>
        }
        seller={<Skeleton className="h-73 rounded-card! lg:h-96" />}
        enquiry={<Skeleton className="h-41 rounded-card! lg:h-155" />}
        recent={<Skeleton className="h-96 rounded-card!" />}
      />
    </div>
  )
}

/** Says that the car cannot be shown, with the server's message and a link back to the listings (R-CAR-19, R-CAR-20). */
export function CarMissing({ error, onRetry }: { error: AppError | undefined; onRetry: () => void }) {
  const unreachable = error !== undefined && error.code !== 'not_found' && error.code !== 'gone'
  const showError = useErrorAlert()
  // Only a message of the server is announced (R-ERR-04, R-ERR-05).
  const message = error === undefined || errorRules[error.code].status === 0 ? undefined : error.message
  useEffect(() => {
    if (message !== undefined) showError(message)
  }, [message, showError])
  return (
    <div data-no-pictures className="py-8">
      <EmptyState
        level="h1"
        icon={unreachable ? IconCloudOff : IconCarOff}
        title={
          <>
            <span className="block font-display text-4xl font-bold text-brand">404</span>
            {unreachable ? 'This car is out of reach' : 'This car has driven off'}
          </>
        }
        actions={
          <>
            {unreachable && <Button onClick={onRetry}>Try again</Button>}
            <Button href="/listings" look={unreachable ? 'outline' : 'primary'}>
              Refresh
            </Button>
            {unreachable && (
              <Button href="/saved" look="quiet">
                See the cars on this phone
              </Button>
            )}
          </>
        }
      >
        <p>{error?.message ?? 'Not found.'}</p>
        {unreachable && <p className="mt-1">It is not saved on this phone, so it needs a connection.</p>}
      </EmptyState>
    </div>
  )
}
