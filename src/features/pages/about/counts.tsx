import { useActiveUsers, useDealerCount } from '#local/react'
import { grouped } from '#contract/values/region.ts'

/** Two figures are fixed, two are counted by the server; one that is not known is not guessed (R-STAT-10 to R-STAT-12). */
export function Counts() {
  const dealers = useDealerCount().data
  const users = useActiveUsers().data
  return (
    <section aria-labelledby="figures" className="mt-8">
      <h2 id="figures" className="sr-only">
        In figures
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line shadow-e1 lg:grid-cols-4">
        <Figure name="Total Cars" value="15000+" />
        <Figure name="Verified Dealers" value={dealers} />
        <Figure name="Active Users" value={users} />
        <Figure name="Featured Vehicles" value="150+" />
      </dl>
    </section>
  )
}

function Figure({ name, value }: { name: string; value: string | number | undefined }) {
  return (
    <div className="flex flex-col-reverse bg-surface px-4 py-5 text-center">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="figures text-2xl font-bold">
        {value === undefined ? (
          <>
            <span aria-hidden className="text-ink-3">
              –
            </span>
            <span className="sr-only">Not known yet</span>
          </>
        ) : typeof value === 'number' ? (
          grouped(value)
        ) : (
          value
        )}
      </dd>
    </div>
  )
}
