import { Skeleton } from '#ui/show/skeleton.tsx'

const three = ['a', 'b', 'c']

/** Where the rows of a list will stand. */
export function Rows({ height }: { height: string }) {
  return (
    <div className="space-y-3">
      {three.map((key) => (
        <Skeleton key={key} className={`${height} rounded-card!`} />
      ))}
    </div>
  )
}
