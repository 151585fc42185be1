import { Skeleton } from '#ui/show/skeleton.tsx'

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

/** Stands in while the code of a screen is on its way. */
export function WaitingPage({ kind = 'page' }: { kind: 'grid' | 'page' | undefined }) {
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 py-6" aria-busy="true">
      <output className="sr-only">Loading</output>
      <Skeleton className="mb-6 h-8 w-56" />
      {kind === 'grid' ? (
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <Skeleton key={card} className="aspect-[358/424] rounded-card" />
          ))}
        </div>
      ) : (
        <>
          <Skeleton className="mb-6 aspect-[16/9] w-full rounded-card" />
          <Skeleton className="mb-3 h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </>
      )}
    </div>
  )
}
