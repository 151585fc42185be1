import { fullNumber } from '#contract/values/region.ts'
import { formatOpeningHours } from '#parts/contact/opening-hours.ts'
import { grouped } from '#contract/values/region.ts'
import { Avatar } from '#ui/show/avatar.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { QueryState } from '../query-state.tsx'
import type { Me } from '../use-me.ts'
import { WaitingNote } from './waiting-note.tsx'

const panel = 'rounded-card border border-line bg-surface p-4'

/** Shows the data of the person and the company, and the three counts (R-PROF-05). */
export function Info({ me }: { me: Me }) {
  return (
    <div>
      <WaitingNote me={me} />
      <QueryState
        reading={me.reading}
        what="Your profile"
        skeleton={
          <>
            <Skeleton className="h-22 rounded-card!" />
            <Skeleton className="mt-4 h-72 rounded-card!" />
          </>
        }
      >
        {(profile) => {
          const fields = me.fields ?? profile.fields
          const code = profile.country_code
          const counts = [
            ['For sale', profile.listing_cars_count],
            ['Sold', profile.sold_cars_count],
            ['Favourites', profile.favourite_cars_count],
          ] as const
          return (
            <>
              <dl className="grid grid-cols-3 gap-3">
                {counts.map(([name, count]) => (
                  <div key={name} className={`${panel} text-center`}>
                    <dd className="figures text-2xl font-bold">{grouped(count)}</dd>
                    <dt className="text-13 text-ink-3">{name}</dt>
                  </div>
                ))}
              </dl>
              <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
                <Facts
                  title="You"
                  facts={[
                    ['Full name', fields.fullname],
                    ['E-mail', profile.email],
                    ['Contact no.', fullNumber(code, fields.gsm)],
                    ['Province', fields.province],
                    ['City', fields.city],
                  ]}
                />
                <Facts
                  title="Your company"
                  picture={
                    profile.logourl !== '' && (
                      <Avatar name={fields.businessname} url={profile.logourl} square size={48} />
                    )
                  }
                  facts={[
                    ['Business name', fields.businessname],
                    ['Business address', fields.businessAddress],
                    ['Opening hours', formatOpeningHours(fields.opening_hours).join('\n')],
                  ]}
                />
              </div>
              <p className="mt-4">
                <a href="/account#delete" className="inline-flex min-h-11 items-center text-ink-2 underline">
                  Delete my account
                </a>
              </p>
            </>
          )
        }}
      </QueryState>
    </div>
  )
}

interface FactsProps {
  title: string
  picture?: React.ReactNode
  facts: readonly (readonly [name: string, value: string])[]
}
function Facts({ title, picture, facts }: FactsProps) {
  return (
    <section className={panel}>
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 className="text-xl font-bold">{title}</h2>
        {picture}
      </div>
      <dl className="mt-1 divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-4 py-2.5">
            <dt className="w-32 shrink-0 text-ink-3">{name}</dt>
            <dd className="min-w-0 flex-1 font-medium wrap-anywhere whitespace-pre-line tabular-nums">
              {value === '' ? <span className="font-normal text-ink-3">Not given</span> : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
