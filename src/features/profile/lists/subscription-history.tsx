import { IconReceipt } from '@tabler/icons-react'
import type { SubscriptionHistory as Row } from '#contract/users/profile.ts'
import { useSubscriptionHistory } from '#local/react'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Shown } from '../shown.tsx'
import { FactsCard } from './facts-card.tsx'
import { RowList } from './row-list.tsx'
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
        <RowList
          rows={rows}
          keyOf={(row) => `${row.name} ${row.expirycdate} ${row.status} ${row.amount} ${row.duration}`}
        >
          {(row) => <HistoryCard row={row} />}
        </RowList>
      )}
    </Shown>
  )
}

const tones = new Map<string, 'brand' | 'amber'>(Object.entries({ active: 'brand', pending: 'amber' }))
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
  const state = { words: capital(row.status), tone: tones.get(row.status) ?? ('plain' as const) }
  return <FactsCard title={row.name} state={state} facts={facts} />
}
