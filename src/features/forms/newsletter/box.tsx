import { Skeleton } from '#ui/show/skeleton.tsx'

export const boxLook = 'w-full rounded-card border border-line bg-surface p-5 text-left shadow-e1 sm:p-6'
export const rowLook = 'flex flex-col gap-3 sm:flex-row'
/** Classes of the button beside the field, below its label. */
export const buttonLook = 'self-stretch sm:mt-6.5 sm:w-36 sm:self-start'
/** Classes that reserve space for the result, so that nothing below moves. */
export const stateLook = 'mt-2 min-h-15 text-sm sm:min-h-10'

/** Shows a placeholder with the same lines as the form. */
export function NewsletterSkeleton() {
  return (
    <div>
      <div className={rowLook}>
        <div className="flex-1">
          <div className="mb-1.5 h-5" />
          <Skeleton className="h-12 rounded-input!" />
        </div>
        <Skeleton className={`h-12 rounded-pill! ${buttonLook}`} />
      </div>
      <div className={stateLook} />
    </div>
  )
}
