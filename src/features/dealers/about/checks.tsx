import { IconCheck, IconX } from '@tabler/icons-react'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { Icon } from '#ui/icon.tsx'

interface Check {
  name: string
  done: boolean
  /** What was checked, or what is missing. */
  words: string
}

function checksOf(dealer: DealerProfile): Check[] {
  const { email_verified, mobile_verified, businessname, businessAddress } = dealer
  const business = businessname !== '' && businessAddress !== ''
  return [
    {
      name: 'Email',
      done: email_verified,
      words: email_verified ? 'Confirmed by a letter to it' : 'Not confirmed yet',
    },
    {
      name: 'Mobile Number',
      done: mobile_verified,
      words: mobile_verified ? 'Confirmed' : 'Not confirmed yet',
    },
    {
      name: 'Business Details',
      done: business,
      words: business ? 'Name and address are given' : 'Name or address is missing',
    },
  ]
}

/** A tick or a cross for each, and what it stands for (R-DEAL-13, R-DEAL-14). */
export function Checks({ dealer }: { dealer: DealerProfile }) {
  return (
    <ul aria-label="Checks" className="space-y-2">
      {checksOf(dealer).map(({ name, done, words }) => (
        <li key={name} className="flex gap-2.5 text-sm">
          <span
            className={`mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-pill ${done ? 'bg-brand-tint text-success' : 'bg-sunken text-ink-3'}`}
          >
            <Icon of={done ? IconCheck : IconX} size={14} stroke={2.5} />
          </span>
          <span className="min-w-0">
            <span className="font-medium">{name}</span>
            <span className="sr-only">{done ? ': yes. ' : ': no. '}</span>
            <span className="block text-13 text-ink-3">{words}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
