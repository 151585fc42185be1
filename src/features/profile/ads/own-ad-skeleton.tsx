import { Skeleton } from '#ui/show/skeleton.tsx'

/** Stands where one's own ad will stand, as high. */
export function OwnAdSkeleton() {
  return (
    <div className="rounded-card bg-surface shadow-e1">
      <div className="flex gap-3 p-3">
        <Skeleton className="aspect-[4/3] w-30 shrink-0 rounded-input!" />
        <div className="flex-1">
          <Skeleton className="mt-1 h-6 w-28" />
          <Skeleton className="mt-2 h-4 w-4/5" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      </div>
      <div className="flex items-center gap-2 border-t border-line p-3">
        <Skeleton className="h-12 flex-1 rounded-input!" />
        <Skeleton className="size-11 rounded-pill!" />
        <Skeleton className="size-11 rounded-pill!" />
      </div>
    </div>
  )
}
