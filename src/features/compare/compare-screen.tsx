import { useState, useCallback, useEffect, useRef } from 'react'
import { IconScale, IconShare3, IconCar } from '@tabler/icons-react'
import { useLocation, useSearch } from 'wouter'
import {
  mostCompared,
  useConnection,
  comparable,
  useCompared,
  useComparing,
  useCachedCars,
} from '#local/react'
import { useAnsweredFocus } from '#parts/forms/use-answered-focus.ts'
import { compareHref, noneFits, readComparedSlugs } from '#parts/saved-cars/compare-address.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useOverlay } from '#parts/use-overlay.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { useShare } from '#parts/use-share.ts'
import { Comparison } from './comparison.tsx'
import { nameComparedCar } from './facts.ts'
import type { CarCard } from '#contract/cars.ts'
import { CarAgeLine } from '#parts/car-age.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import { Price } from '#parts/price.tsx'
import { formatMileage } from '#parts/specs.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'

/**
 * Keeps the comparison in the address. An address without cars gets the cars that this person chose. An address with cars is
 * shown as it is, and is stored for the person only when they change it.
 */
function useComparison() {
  const named = readComparedSlugs(useSearch())
  const slugs = comparable(named)
  const [, navigate] = useLocation()
  const own = useComparing()
  const cached = useCachedCars()
  const cars = useCompared(slugs)
  const { set } = own
  // The store is updated later, so its old cars must not return meanwhile.
  const [emptied, setEmptied] = useState(false)
  /** Changes the cars in the address and in the person's stored comparison. */
  const change = useCallback(
    (next: readonly string[]) => {
      setEmptied(next.length === 0)
      void set(next)
      navigate(compareHref(next), { replace: true })
    },
    [set, navigate],
  )
  /** The cars on screen; undefined after the person has left the page. */
  const shown = useRef<readonly string[]>(undefined)
  useEffect(() => {
    shown.current = slugs
    return () => void (shown.current = undefined)
  })
  /** Restores a car at its place among `before`, beside cars that were added since. Returns false when no more cars fit. */
  const putBack = (slug: string, before: readonly string[]) => {
    const now = shown.current ?? own.current()
    if (now.includes(slug)) return true
    if (now.length >= mostCompared) return false
    const neighbour = before.slice(0, before.indexOf(slug)).findLast((one) => now.includes(one))
    const at = neighbour === undefined ? 0 : now.indexOf(neighbour) + 1
    const next = [...now.slice(0, at), slug, ...now.slice(at)]
    if (shown.current) change(next)
    else void set(next)
    return true
  }
  const mine = slugs.length === 0 ? compareHref(own.slugs) : undefined
  const restores = mine !== undefined && own.slugs.length > 0 && !emptied
  useEffect(() => {
    if (restores) navigate(mine, { replace: true })
  }, [restores, mine, navigate])
  return {
    slugs,
    cars,
    /** Number of cars in the address that do not fit. */
    left: Math.max(0, named.length - mostCompared),
    /** Whether it is unknown yet if this person has a comparison. */
    waiting: slugs.length === 0 && (restores || cached.status === 'loading'),
    change,
    putBack,
  }
}

/** Compares two to four cars side by side, from the server or from this phone. */
export function CompareScreen() {
  const { slugs, cars, left, waiting, change, putBack } = useComparison()
  const offline = useConnection().state === 'offline'
  const picker = useOverlay('compare-picker')
  const notify = useNotify()
  /** Slug of the car that the picked car replaces. */
  const [out, setOut] = useState<string>()
  const { heading, onAnswer } = useAnsweredFocus(slugs.join(), true)

  const share = useShare()
  const nameOf = (slug: string) =>
    nameComparedCar(cars.find((one) => one.slug === slug) ?? { slug, car: undefined })
  function remove(slug: string) {
    const name = nameOf(slug)
    onAnswer()
    change(slugs.filter((s) => s !== slug))
    notify({
      severity: 'success',
      message: `${name} is taken out.`,
      action: {
        label: 'Undo',
        run: () => putBack(slug, slugs) || notify({ severity: 'info', message: noneFits }),
      },
    })
  }
  function open(instead: string | undefined) {
    setOut(instead)
    picker.show()
  }
  function pick(slug: string) {
    onAnswer()
    change(out === undefined ? [...slugs, slug] : slugs.map((s) => (s === out ? slug : s)))
  }
  return (
    <div className="mx-auto max-w-page px-4 py-6">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold outline-none">
          Compare
        </h1>
        {slugs.length > 1 && (
          <Button
            look="outline"
            size="sm"
            icon={IconShare3}
            onClick={() => void share({ title: 'Cars side by side', path: compareHref(slugs) })}
          >
            Share
          </Button>
        )}
      </div>
      {offline && slugs.length > 0 && (
        <p className="mt-1 text-ink-2">You are offline. This is what is on this phone.</p>
      )}
      {left > 0 && (
        <p className="mt-1 text-ink-2">
          {mostCompared} cars fit side by side; {left === 1 ? 'one more' : `${left} more`} of this link{' '}
          {left === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
      {waiting && <Skeleton className="mt-6 h-96 rounded-card!" />}
      {!waiting && slugs.length === 0 && (
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
      )}
      {slugs.length > 0 && (
        <Comparison
          cars={cars}
          acts={{ remove, replace: open }}
          {...(slugs.length < mostCompared ? { onAdd: () => open(undefined) } : {})}
        />
      )}
      <Picker
        open={picker.open}
        instead={out === undefined ? undefined : nameOf(out)}
        taken={slugs}
        onPick={pick}
        onClose={picker.hide}
      />
    </div>
  )
}

interface Props {
  open: boolean
  /** Name of the car to replace. */
  instead: string | undefined
  /** Slugs that are already in the comparison. */
  taken: readonly string[]
  onPick: (slug: string) => void
  onClose: () => void
}

/** Picks one more car from this phone for the comparison: favourites first, then viewed cars. */
function Picker({ open, instead, taken, onPick, onClose }: Props) {
  const { data, status } = useCachedCars()
  const free = (cars: readonly CarCard[]) => cars.filter(({ slug }) => !taken.includes(slug))
  const favourites = free(data?.favourites ?? [])
  const hearts = new Set(favourites.map((car) => car._id))
  const viewed = free(data?.viewed ?? []).filter((car) => !hearts.has(car._id))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={instead === undefined ? 'Add a car' : <>In place of {instead}</>}
    >
      <div className="px-4 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]">
        {!data && status === 'loading' ? (
          <Skeleton className="mt-4 h-24 rounded-card!" />
        ) : favourites.length + viewed.length === 0 ? (
          <EmptyState
            icon={IconCar}
            title="No other cars on this phone"
            actions={<Button href="/listings">Meet the cars</Button>}
          >
            Every car you save or open can be compared, also without signal.
          </EmptyState>
        ) : (
          <>
            <Cars title="Favourites" cars={favourites} times={data?.times} onPick={onPick} />
            <Cars title="Recently viewed" cars={viewed} times={data?.times} onPick={onPick} />
          </>
        )}
      </div>
    </Sheet>
  )
}

const statusWords = { active: '', sold: 'Sold', inactive: 'Not listed' }

interface CarsProps {
  title: string
  cars: readonly CarCard[]
  /** Server time of each car's data, by id. */
  times: ReadonlyMap<string, number> | undefined
  onPick: (slug: string) => void
}

function Cars({ title, cars, times, onPick }: CarsProps) {
  if (cars.length === 0) return null
  return (
    <section aria-label={title} className="pt-4">
      <h3 className="text-sm font-semibold text-ink-2">{title}</h3>
      <ul className="divide-y divide-line">
        {cars.map((car) => (
          <li key={car._id}>
            <button
              type="button"
              onClick={() => onPick(car.slug)}
              className="group flex w-full items-center gap-3 rounded-input py-2.5 text-left"
            >
              <span className="w-24 shrink-0 overflow-hidden rounded-input">
                <CarPicture picture={car.pictures[0]} sizes="96px" alt="" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-semibold group-hover:underline">
                  {car.title}
                </span>
                <Price amount={car.price} className="block text-lg font-bold" />
                <span className="block truncate text-13 text-ink-3">
                  {[statusWords[car.status], formatMileage(car.mileage), car.city]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
                <CarAgeLine at={times?.get(car._id)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
