import { Skeleton } from '#ui/show/skeleton.tsx'

const four = ['a', 'b', 'c', 'd']

/** Where a form will stand: a picture, four fields and a button. */
export function FormSkeleton() {
  return (
    <div className="max-w-[34rem]" aria-busy="true">
      <output className="sr-only">Loading your profile</output>
      <div className="flex items-center gap-4">
        <Skeleton className="size-24 rounded-pill!" />
        <Skeleton className="h-11 w-40 rounded-pill!" />
      </div>
      {four.map((key) => (
        <div key={key} className="mt-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-1.5 h-12 rounded-input!" />
        </div>
      ))}
      <Skeleton className="mt-6 h-12 rounded-pill!" />
    </div>
  )
}
