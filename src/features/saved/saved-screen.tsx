import { IconEye, IconHeart } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { CarCard as Car } from '#contract/cars.ts'
import { useConnection, useKeptCars, useServerNow, useSession } from '#local/react'
import { CarCard } from '#parts/car-card.tsx'
import { Freshness } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

const four = ['a', 'b', 'c', 'd']
const grid = 'mt-3 grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

/** The cars on this phone (R-PWA-33): favourites and what was looked at lately, with signal or without. */
export function SavedScreen() {
  const { data, status, asOf } = useKeptCars()
  const { state } = useConnection()
  const { user } = useSession()
  const now = useServerNow()
  const at = asOf === undefined || asOf === 0 ? now : asOf
  const offline = state === 'offline'
  const none = data?.favourites.length === 0 && data.viewed.length === 0
  return (
    <div className="mx-auto max-w-page px-4 py-6">
      <h1 className="text-3xl font-bold">Saved</h1>
      <p className="mt-1 text-ink-2">
        {offline && 'You are offline. '}
        {none && 'Cars you save or look at stay on this phone and open without signal.'}
        {!none && 'These cars are on this phone'}
        {!none && !offline && ' and open without signal'}
        {!none && offline && asOf !== undefined && asOf > 0 && (
          <>
            , <Freshness at={asOf} />
          </>
        )}
        {!none && '.'}
      </p>
      {data ? (
        <>
          <Cars title="Favourites" cars={data.favourites} at={at} first>
            <EmptyState
              icon={IconHeart}
              title="No favourites yet"
              actions={
                user ? (
                  <Button href="/listings">Meet the cars</Button>
                ) : (
                  <Button href="/login?next=/saved">Sign in</Button>
                )
              }
            >
              {user
                ? 'Tap the heart on a car and it waits for you here, pictures and all.'
                : 'Favourites belong to your account. Sign in to see yours, or look at your recent cars below.'}
            </EmptyState>
          </Cars>
          <Cars title="Recently viewed" cars={data.viewed} at={at} first={data.favourites.length === 0}>
            <EmptyState
              icon={IconEye}
              title="No cars looked at yet"
              actions={user ? undefined : <Button href="/listings">Meet the cars</Button>}
            >
              Every car you open stays on this phone for a while, so you can look again without signal.
            </EmptyState>
          </Cars>
        </>
      ) : status === 'failed' ? (
        <EmptyState icon={IconHeart} title="Nothing can be kept here">
          This browser does not let us store anything, so there are no saved cars. In a normal window they
          stay.
        </EmptyState>
      ) : (
        <div className={grid} aria-busy="true">
          <output className="sr-only">Loading your saved cars</output>
          {four.map((key) => (
            <Skeleton key={key} className="aspect-[358/424] rounded-card!" />
          ))}
        </div>
      )}
    </div>
  )
}

interface CarsProps {
  title: string
  cars: readonly Car[]
  at: number
  first: boolean
  /** Shown instead when there are none. */
  children: ReactNode
}

function Cars({ title, cars, at, first, children }: CarsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl font-bold">
        {title}
        {cars.length > 0 && (
          <span className="ml-2 text-lg font-medium text-ink-3 tabular-nums">{cars.length}</span>
        )}
      </h2>
      {cars.length === 0 ? (
        children
      ) : (
        <ul className={grid}>
          {cars.map((car, i) => (
            <li key={car._id}>
              <CarCard car={car} asOf={at} first={first && i < 2} heading="h3" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
