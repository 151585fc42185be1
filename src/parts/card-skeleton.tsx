import { Skeleton } from '#ui/show/skeleton.tsx'

/** Stands where a card will stand, line for line as high, so that nothing moves when the car arrives. */
export function CardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-surface shadow-e1">
      <Skeleton className="aspect-[4/3] rounded-none" />
      <div className="px-4 pt-3 pb-4">
        <Skeleton className="h-7 w-36" />
        <div className="mt-1 flex h-6 items-center">
          <Skeleton className="h-4 w-3/4" />
        </div>
        <div className="flex h-4.5 items-center">
          <Skeleton className="h-3 w-1/2" />
        </div>
        <div className="mt-3 flex h-[33px] items-center border-t border-line pt-3">
          <Skeleton className="h-3.5 w-full" />
        </div>
        <div className="mt-1.5 flex h-4.5 items-center">
          <Skeleton className="h-3 w-2/3" />
        </div>
      </div>
    </div>
  )
}
