import { IconAlertTriangle, IconCarOff } from '@tabler/icons-react'
import type { ListingState } from '#catalogue'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import type { Applied } from '#parts/search/applied.ts'
import { changeFilters, defaultFilters } from '#parts/search/filter-change.ts'
import { lazyPart } from '#parts/use-at-rest.ts'

/** Suggests looser searches. Without a connection the code may not load; filters can also be removed above the cards. */
const Loosen = lazyPart(async () => (await import('./loosen.tsx')).Loosen, <div className="min-h-11" />)

/**
 * Offers an e-mail alert for a model of which no car is for sale. Without a connection its code may not load; the search works
 * without it.
 */
export const AlertChip = lazyPart(async () => (await import('./alert-button.tsx')).AlertButton)

interface Props {
  state: ListingState
  /** Whether other pages have cars. */
  elsewhere: boolean
  applied: readonly Applied[]
  /** Whether only the cars on this phone were searched. */
  onPhone: boolean
  onChange: (next: ListingState) => void
}

/** Returns the filter for a model if the search has no other filter except its make. */
function modelAlone(applied: readonly Applied[]): Applied | undefined {
  const conditions = applied.filter((a) => !a.wish && !a.key.startsWith('make '))
  return conditions.length === 1 ? conditions.find((a) => a.model ?? a.key.startsWith('model ')) : undefined
}

/** Shows why there are no cards, and what to do. */
export function NoResults({ state, elsewhere, applied, onPhone, onChange }: Props) {
  if (elsewhere) {
    return (
      <EmptyState
        icon={IconCarOff}
        title="No Data found..."
        actions={<Button onClick={() => onChange(changeFilters(state, {}))}>Go to the first page</Button>}
      >
        There are fewer cars than that: this page is past the last one.
      </EmptyState>
    )
  }
  const where = onPhone ? 'saved on this phone' : 'for sale right now'
  const filtered = applied.length > 0
  const missing = applied.find((a) => a.absent) ?? modelAlone(applied)
  return (
    <EmptyState
      icon={IconCarOff}
      title={
        onPhone
          ? 'No match among saved cars'
          : missing
            ? `No ${missing.name} for sale now`
            : 'No Data found...'
      }
      actions={
        filtered && (
          <>
            {!onPhone && missing?.model !== undefined && <AlertChip model={missing.model} />}
            <Loosen key={applied.map((a) => a.label).join()} applied={applied} onChange={onChange} />
            <Button look="quiet" onClick={() => onChange(defaultFilters)}>
              Clear all filters
            </Button>
          </>
        )
      }
    >
      {onPhone && <p>No Data found... The server may know more; it is asked as soon as there is signal.</p>}
      <p className={onPhone ? 'mt-2' : ''}>
        {filtered
          ? `No car ${where} matches all of this. What there is without one of them:`
          : `There is no car ${where}.`}
      </p>
    </EmptyState>
  )
}

/** Shows that neither the server nor this phone has an answer. */
export function Failed({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  return (
    <EmptyState
      icon={IconAlertTriangle}
      title="The cars could not be loaded"
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {message ?? 'No connection to the server.'} Nothing is kept on this phone for this search.
    </EmptyState>
  )
}
