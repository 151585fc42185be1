import { IconReceipt } from '@tabler/icons-react'
import type { SubscriptionHistory as Row } from '#contract/users/profile.ts'
import { useSubscriptionHistory } from '#local/react'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { Shown } from '../shown.tsx'
import { Rows } from './rows.tsx'

/** What one has paid for: plan, amount, months, price, end and state (R-PROF-12, R-ENT-27). */
export function SubscriptionHistory() {
  const reading = useSubscriptionHistory()
  return (
    <Shown
      reading={reading}
      what="Your subscriptions"
      skeleton={<Rows height="h-38" />}
      count={({ length: n }) => `${n} ${n === 1 ? 'subscription' : 'subscriptions'}`}
      isEmpty={({ length }) => length === 0}
      empty={
        <EmptyState
          icon={IconReceipt}
          title="No subscriptions yet"
          actions={<Button href="/subscriptions">See the plans</Button>}
        >
          What you subscribe to is listed here.
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className="space-y-3">
          {rows.map((row) => (
            <li key={`${row.name} ${row.expirycdate} ${row.status} ${row.amount} ${row.duration}`}>
              <HistoryCard row={row} />
            </li>
          ))}
        </ul>
      )}
    </Shown>
  )
}

const tones: Readonly<Record<string, 'brand' | 'amber'>> = { active: 'brand', pending: 'amber' }
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const months = (n: number) => (n === 1 ? '1 month' : `${n} months`)

function HistoryCard({ row }: { row: Row }) {
  const money = useMoney()
  const facts = [
    ['Amount', money(row.amount)],
    ['Duration', months(row.duration)],
    ['Price', `${money(row.price)} a month`],
    ['Expires', row.expirycdate === '' ? 'Not started' : row.expirycdate],
  ] as const
  return (
    <article className="rounded-card border border-line bg-surface p-4">
      <div className="flex min-h-7 items-center justify-between gap-4">
        <h2 className="truncate font-sans text-lg font-semibold tracking-normal">{row.name}</h2>
        <Pill tone={tones[row.status] ?? 'plain'}>{capital(row.status)}</Pill>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-13 text-ink-3">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
