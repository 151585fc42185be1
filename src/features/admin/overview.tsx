import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { countsRoutes } from '#contract/admin/counts.ts'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { formatRand } from '#parts/plans/order-words.ts'
import { grouped } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Section } from '#ui/show/section.tsx'

const waiting = [
  { name: 'proofs_waiting', words: 'Proofs of payment', href: '/admin/orders?state=proof' },
  { name: 'orders_pending', words: 'Pending orders', href: '/admin/orders?state=pending' },
  { name: 'reports_open', words: 'Reported ads', href: '/admin/reports' },
  { name: 'person_reports_open', words: 'Reported people', href: '/admin/reports?of=people' },
  { name: 'names_open', words: 'Makes and models asked for', href: '/admin/names' },
  { name: 'forms_held', words: 'Messages held as spam', href: '/admin/messages?state=held' },
  { name: 'letters_waiting', words: 'E-mails on their way', href: undefined },
  { name: 'letters_failed', words: 'E-mails that failed so far', href: undefined },
] as const
const fresh = [
  { name: 'people', words: 'People', href: '/admin/people' },
  { name: 'ads', words: 'Ads', href: '/admin/ads' },
  { name: 'enquiries', words: 'Enquiries', href: undefined },
  { name: 'test_drives', words: 'Test drives', href: undefined },
  { name: 'messages', words: 'Messages', href: '/admin/messages' },
] as const
const tile = 'block h-full rounded-card bg-surface p-4 shadow-e1'

/** Shows /admin: the open work and the numbers of the site. */
export function Overview() {
  const { data, error, busy, refresh } = useServerQuery(countsRoutes.getCounts, {})
  const counts = data?.data
  return (
    <div aria-busy={busy}>
      {error && <ErrorNote className="mt-4">{error.message}</ErrorNote>}
      <section aria-labelledby="waiting" className="mt-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id="waiting" className="text-xl font-bold">
            Waiting
          </h2>
          <Button look="quiet" size="sm" loading={busy} onClick={refresh}>
            Count again
          </Button>
        </div>
        <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {waiting.map(({ name, words, href }) => (
            <Tile key={name} href={href}>
              <Figure n={counts?.[name]} alarming={name !== 'letters_waiting'} />
              <span className="mt-1 block text-sm text-ink-2">{words}</span>
            </Tile>
          ))}
        </ul>
      </section>
      <Section title="New" className="mt-7">
        <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {fresh.map(({ name, words, href }) => (
            <Tile key={name} href={href}>
              <span className="block text-sm font-medium">{words}</span>
              <span className="mt-1 flex flex-wrap items-baseline gap-x-2">
                <Figure n={counts?.[name].today} />
                <span className="text-13 text-ink-2">today</span>
              </span>
              <span className="block text-13 text-ink-2 tabular-nums">
                {counts ? grouped(counts[name].week) : '–'} in 7 days
              </span>
            </Tile>
          ))}
          <Tile href="/admin/orders?state=paid">
            <span className="block text-sm font-medium">Paid this month</span>
            <span className="mt-1 block font-display text-2xl font-bold tabular-nums">
              {counts ? formatRand(counts.paid_this_month) : '–'}
            </span>
          </Tile>
        </ul>
      </Section>
    </div>
  )
}

/** Shows a number, with a link to its section if there is one. */
function Tile({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <li>
      {href === undefined ? (
        <div className={tile}>{children}</div>
      ) : (
        <Link href={href} className={classNames(tile, 'hover:bg-sunken')}>
          {children}
        </Link>
      )}
    </li>
  )
}

function Figure({ n, alarming = false }: { n: number | undefined; alarming?: boolean }) {
  return (
    <span
      className={classNames(
        'font-display text-3xl font-bold tabular-nums',
        n === 0 && 'text-ink-3',
        alarming && n !== undefined && n > 0 && 'text-amber-ink',
      )}
    >
      {n === undefined ? '–' : grouped(n)}
    </span>
  )
}
