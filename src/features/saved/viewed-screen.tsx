import { IconEye, IconTrash } from '@tabler/icons-react'
import { ignoreExpected } from '#contract/values/expected.ts'
import { useClearViewed, useCachedCars, isPassing } from '#local/react'
import { ChooseButton, ChoosingBar, useChoosing } from '#parts/saved-cars/car-selection.tsx'
import { SavedGrid, SavedGridLoading } from '#parts/saved-cars/saved-grid.tsx'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** Shows the cars that this person opened last, from this phone alone (R-PWA-33), also offline; they can be cleared. */
export function ViewedScreen() {
  const { data, status } = useCachedCars()
  const cars = data?.viewed ?? []
  const choosing = useChoosing(cars.map((car) => car.slug))
  const clear = useClearViewed()
  const notify = useNotify()

  async function forget() {
    choosing.end()
    const undo = await clear()
    if (!undo) {
      notify({ severity: 'error', message: 'That did not work. The list is as it was.' })
      return
    }
    notify({
      severity: 'success',
      message: 'Forgotten. Nobody else knew.',
      // A person who clears the list by mistake must have the time to undo it.
      sticky: true,
      action: { label: 'Undo', run: () => void undo().catch(ignoreExpected('undo', isPassing)) },
    })
  }
  return (
    <div className="mx-auto max-w-page px-4 py-6">
      <h1 className="text-3xl font-bold">Recently viewed</h1>
      <p className="mt-1 text-ink-2">The last cars you opened, kept on this phone and nowhere else.</p>
      {cars.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {cars.length > 1 && <ChooseButton choosing={choosing} />}
          <Button look="quiet" size="sm" icon={IconTrash} onClick={() => void forget()}>
            Clear
          </Button>
        </div>
      )}
      {data && cars.length > 0 ? (
        <SavedGrid cars={cars} times={data.times} choosing={choosing} className="mt-5" />
      ) : data || status === 'failed' ? (
        <EmptyState
          icon={IconEye}
          title="No cars looked at yet"
          actions={<Button href="/listings">Meet the cars</Button>}
        >
          {data
            ? 'Every car you open stays on this phone for a while, so you can look again without signal.'
            : 'This browser does not let us store anything. In a normal window the cars you open stay.'}
        </EmptyState>
      ) : (
        <SavedGridLoading words="Loading the cars you looked at" className="mt-5" />
      )}
      <ChoosingBar choosing={choosing} />
    </div>
  )
}
