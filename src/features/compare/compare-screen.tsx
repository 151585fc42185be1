import { useState } from 'react'
import { mostCompared, useConnection } from '#local/react'
import { compareHref } from '#parts/saved-cars/compare-address.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useOverlay } from '#ui/layer/use-overlay.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Comparing } from './comparing.tsx'
import { nameOf } from './names.ts'
import { Picker } from './picker.tsx'
import { useComparison } from './use-comparison.ts'
import { IconScale, IconShare3 } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { useShare } from '#parts/use-share.ts'

/** Two to four cars side by side, from the server or from this phone. */
export function CompareScreen() {
  const { slugs, cars, left, waiting, change } = useComparison()
  const offline = useConnection().state === 'offline'
  const picker = useOverlay('compare-picker')
  const notify = useNotify()
  /** The car that gives way to the one that is picked. */
  const [out, setOut] = useState<string>()

  function remove(slug: string) {
    const name = nameOf(cars.find((one) => one.slug === slug) ?? { slug, car: undefined })
    change(slugs.filter((s) => s !== slug))
    notify({
      severity: 'success',
      message: `${name} is taken out.`,
      action: { label: 'Undo', run: () => change(slugs) },
    })
  }
  function open(instead: string | undefined) {
    setOut(instead)
    picker.show()
  }
  function pick(slug: string) {
    change(out === undefined ? [...slugs, slug] : slugs.map((s) => (s === out ? slug : s)))
  }
  const leaving = cars.find((one) => one.slug === out)
  return (
    <div className="mx-auto max-w-page px-4 py-6">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h1 className="text-3xl font-bold">Compare</h1>
        {slugs.length > 1 && <ShareComparison href={compareHref(slugs)} />}
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
      {!waiting && slugs.length === 0 && <CompareEmptyState />}
      {slugs.length > 0 && (
        <Comparing
          cars={cars}
          acts={{ remove, replace: open }}
          {...(slugs.length < mostCompared ? { onAdd: () => open(undefined) } : {})}
        />
      )}
      <Picker
        open={picker.open}
        instead={out === undefined ? undefined : nameOf(leaving ?? { slug: out, car: undefined })}
        taken={slugs}
        onPick={pick}
        onClose={picker.hide}
      />
    </div>
  )
}

/** How a comparison begins. */
function CompareEmptyState() {
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

/** Hands the comparison to another person. */
function ShareComparison({ href }: { href: string }) {
  const share = useShare()
  return (
    <Button
      look="outline"
      size="sm"
      icon={IconShare3}
      onClick={() => void share({ title: 'Cars side by side', path: href })}
    >
      Share
    </Button>
  )
}
