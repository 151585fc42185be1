import { IconHeart, IconEye, IconCircleCheck, IconCloudDown, IconDatabase } from '@tabler/icons-react'
import { useSearch } from 'wouter'
import { useConnection, useCachedCars, useOfflineProgress, useSession, type PinHalt } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { Choosable, SavedGrid, SavedGridLoading } from '#parts/saved-cars/saved-grid.tsx'
import {
  ChooseButton,
  type CarSelection,
  ChoosingBar,
  useChoosing,
} from '#parts/saved-cars/car-selection.tsx'
import { mostViewed, ViewedCars } from '#parts/saved-cars/viewed-cars.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Button } from '#ui/button.tsx'
import type { CarCard } from '#contract/cars.ts'
import { Icon } from '#ui/icon.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { Section } from '#ui/show/section.tsx'

interface Props {
  cars: readonly CarCard[]
  /** Server time of each car's data, by id. */
  times: ReadonlyMap<string, number>
  choosing: CarSelection
  guest: boolean
}

/** Shows the favourites of this person, each with the age of its data. */
function Favourites({ cars, times, choosing, guest }: Props) {
  const { missing } = useOfflineProgress()
  const title = (
    <>
      Favourites
      {cars.length > 0 && (
        <span className="ml-2 text-lg font-medium text-ink-3 tabular-nums">{cars.length}</span>
      )}
    </>
  )
  return (
    <Section title={title} className="mt-8">
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
    </Section>
  )
}

/** Shows the cars on this phone (R-PWA-33): favourites and recently viewed cars, online and offline. */
export function SavedScreen() {
  const { data, status, asOf } = useCachedCars()
  const { state } = useConnection()
  const { user } = useSession()
  const { missing } = useOfflineProgress()
  const startsChoosing = new URLSearchParams(useSearch()).has('choose')
  const cars = [...(data?.favourites ?? []), ...(data?.viewed.slice(0, mostViewed) ?? [])]
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
          <Favourites cars={data.favourites} times={data.times} choosing={choosing} guest={!user} />
          <div className="mt-8">
            <ViewedCars
              around={(car, card) => (
                <Choosable car={car} choosing={choosing} round="rounded-grid">
                  {card}
                </Choosable>
              )}
            >
              <EmptyState
                icon={IconEye}
                title="No cars looked at yet"
                actions={!user ? <Button href="/listings">Meet the cars</Button> : undefined}
              >
                Every car you open stays on this phone for a while, so you can look again without signal.
              </EmptyState>
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
      <p className="mt-8 text-sm">
        <a
          href="/storage"
          className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-pill px-3 font-semibold text-brand hover:bg-brand-tint"
        >
          <Icon of={IconDatabase} size={18} />
          Storage on this phone
        </a>
      </p>
      <ChoosingBar choosing={choosing} />
    </div>
  )
}

/** Reasons why no more pictures are fetched now. */
const because: Readonly<Record<PinHalt, string>> = {
  lean: 'With Save-Data on, one picture each.',
  wifi: 'The other pictures wait for Wi-Fi.',
  cap: 'No more pictures fit, so some cars have only their first.',
  full: 'This phone has no room for more pictures.',
  stopped: 'Stopped, because you cleared them.',
}

/** Shows how many favourites open offline with their pictures: "12 of 50 saved". */
function OfflineProgress() {
  const { of, saved, halt } = useOfflineProgress()
  const offline = useConnection().state === 'offline'
  if (of === 0) return null
  const done = saved === of
  const words = `${saved} of ${of} saved`
  const more = halt === undefined ? !done && offline && 'Goes on when you are back online.' : because[halt]
  return (
    <div className="mt-2 max-w-md">
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <Icon
          of={done ? IconCircleCheck : IconCloudDown}
          size={18}
          className={done ? 'text-success' : 'text-ink-3'}
        />
        <output className="font-medium tabular-nums">{words}</output>
        {more && <span>{more}</span>}
      </div>
      {!done && halt !== 'stopped' && (
        <progress
          aria-label="Favourites saved for the times without signal"
          value={saved}
          max={of}
          className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-pill bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
        />
      )}
    </div>
  )
}

/** Marks the picture of a car that does not open offline yet. */
function NotOffline() {
  return (
    <span className="pointer-events-none absolute inset-x-0 top-0 flex aspect-[4/3] items-end p-3 pb-8">
      <Pill icon={IconCloudDown} className="bg-surface! text-ink!">
        Not offline yet
      </Pill>
    </span>
  )
}
