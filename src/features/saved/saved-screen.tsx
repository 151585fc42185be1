import { IconHeart, IconEye } from '@tabler/icons-react'
import { useSearch } from 'wouter'
import { type ReactNode, useId } from 'react'
import { useConnection, useCachedCars, useOfflineProgress, useSession } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { Choosable, SavedGrid, SavedGridLoading } from '#parts/saved-cars/saved-grid.tsx'
import {
  ChooseButton,
  type CarSelection,
  ChoosingBar,
  useChoosing,
} from '#parts/saved-cars/car-selection.tsx'
import { ViewedCars } from '#parts/saved-cars/viewed-cars.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Button } from '#ui/button.tsx'
import type { CarCard } from '#contract/cars.ts'
import { StorageLink, NotOffline, OfflineProgress } from './offline-progress.tsx'

interface Props {
  cars: readonly CarCard[]
  /** Server time of each, by id. */
  times: ReadonlyMap<string, number>
  choosing: CarSelection
  guest: boolean
  /** Shown instead when there are none. */
  children: ReactNode
}

/** The hearts of this person, each car with the age of what is said of it. */
function Favourites({ cars, times, choosing, guest, children }: Props) {
  const id = useId()
  const { missing } = useOfflineProgress()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl font-bold">
        Favourites
        {cars.length > 0 && (
          <span className="ml-2 text-lg font-medium text-ink-3 tabular-nums">{cars.length}</span>
        )}
      </h2>
      {guest && cars.length > 0 && (
        <p className="mt-1 text-ink-2">
          Kept on this phone only.{' '}
          <a href="/login?next=/saved" className="font-semibold text-brand underline underline-offset-4">
            Sign in
          </a>{' '}
          and they join your account.
        </p>
      )}
      <OfflineProgress />
      {cars.length === 0 ? (
        children
      ) : (
        <SavedGrid
          cars={cars}
          times={times}
          choosing={choosing}
          heading="h3"
          className="mt-3"
          over={(car) => missing.has(car._id) && <NotOffline />}
        />
      )}
    </section>
  )
}

/** The cars on this phone (R-PWA-33): favourites and what was looked at lately, with signal or without. */
export function SavedScreen() {
  const { data, status, asOf } = useCachedCars()
  const { state } = useConnection()
  const { user } = useSession()
  const { missing } = useOfflineProgress()
  const startsChoosing = new URLSearchParams(useSearch()).has('choose')
  const cars = [...(data?.favourites ?? []), ...(data?.viewed ?? [])]
  const slugs = [...new Set(cars.map((car) => car.slug))]
  const choosing = useChoosing(slugs, startsChoosing)
  const offline = state === 'offline'
  const none = data !== undefined && slugs.length === 0
  return (
    <div className="mx-auto max-w-page px-4 py-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h1 className="text-3xl font-bold">Saved</h1>
        {slugs.length > 1 && <ChooseButton choosing={choosing} />}
      </div>
      <p className="mt-1 text-ink-2">
        {offline && 'You are offline. '}
        {none && 'Cars you save or look at stay on this phone and open without signal.'}
        {!none && 'These cars are on this phone'}
        {!none && !offline && ' and open without signal'}
        {!none && !offline && missing.size > 0 && ', except those that say so'}
        {!none && offline && asOf !== undefined && asOf > 0 && (
          <>
            , <Freshness at={asOf} />
          </>
        )}
        {!none && '.'}
      </p>
      {data ? (
        <>
          <Favourites cars={data.favourites} times={data.times} choosing={choosing} guest={!user}>
            <NoFavourites guest={!user} />
          </Favourites>
          <div className="mt-8">
            <ViewedCars
              around={(car, card) => (
                <Choosable car={car} choosing={choosing} round="rounded-grid">
                  {card}
                </Choosable>
              )}
            >
              <NoneViewed guest={!user} />
            </ViewedCars>
          </div>
        </>
      ) : status === 'failed' ? (
        <EmptyState icon={IconHeart} title="Nothing can be kept here">
          This browser does not let us store anything, so there are no saved cars. In a normal window they
          stay.
        </EmptyState>
      ) : (
        <SavedGridLoading words="Loading your saved cars" className="mt-8" />
      )}
      <StorageLink />
      <ChoosingBar choosing={choosing} />
    </div>
  )
}

function NoFavourites({ guest }: { guest: boolean }) {
  return (
    <EmptyState
      icon={IconHeart}
      title="No favourites yet"
      actions={
        guest ? (
          <Button href="/login?next=/saved">Sign in</Button>
        ) : (
          <Button href="/listings">Meet the cars</Button>
        )
      }
    >
      {guest
        ? 'Favourites belong to your account. Sign in to see yours, or tap a heart and keep the car on this phone.'
        : 'Tap the heart on a car and it waits for you here, pictures and all.'}
    </EmptyState>
  )
}

function NoneViewed({ guest }: { guest: boolean }) {
  return (
    <EmptyState
      icon={IconEye}
      title="No cars looked at yet"
      actions={guest ? <Button href="/listings">Meet the cars</Button> : undefined}
    >
      Every car you open stays on this phone for a while, so you can look again without signal.
    </EmptyState>
  )
}
