import { Skeleton } from '#ui/show/skeleton.tsx'

const lines = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3']

/** Where an article stands, and its skeleton, are one shape: nothing moves when it arrives. */
export const articleLook = {
  page: 'mx-auto max-w-page px-4 py-4',
  column: 'mx-auto max-w-text',
  title: 'mt-2 text-3xl font-bold text-balance',
  line: 'mt-2 flex min-h-5 flex-wrap gap-x-2 text-sm text-ink-3 tabular-nums',
  picture: 'mt-4 overflow-hidden rounded-card',
}

export function ArticleLoading() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading this article</output>
      <div className={articleLook.column}>
        <Skeleton className="mt-2 h-8 w-4/5" />
        <div className={articleLook.line}>
          <Skeleton className="h-4 w-40" />
        </div>
        <Skeleton className="mt-4 aspect-[4/3] rounded-card!" />
        <div className="mt-6 space-y-3">
          {lines.map((width, i) => (
            <Skeleton key={`${width}-${String(i)}`} className={`h-4 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
