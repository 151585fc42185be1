import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { ignoreExpected, isRefused, named } from '#contract/values/expected.ts'
import type { DepositDetails } from '#contract/plans/orders.ts'
import { rand } from '#parts/plans/order-words.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

interface Props {
  deposit: DepositDetails
  reference: string
  amount: number
}

/** Where to pay, each line with a button that copies it, and the reference that tells us whose money it is (R-STAT-25). */
export function BankDetails({ deposit, reference, amount }: Props) {
  const rows = [
    ['Bank', deposit.bank],
    ['Account name', deposit.account_name],
    ['Account number', deposit.account_number],
    ['Branch code', deposit.branch_code],
  ] as const
  return (
    <>
      <div className="flex items-center justify-between gap-3 rounded-grid bg-brand-tint py-3 pr-2 pl-4">
        <div className="min-w-0">
          <p className="text-sm text-ink-2">Write this reference on your deposit</p>
          <p className="figures text-3xl font-bold wrap-anywhere text-brand">{reference}</p>
        </div>
        <Copy what="reference" text={reference} />
      </div>
      <dl className="mt-2 divide-y divide-line">
        <Row name="Amount" value={rand(amount)} copied={amount.toFixed(2)} />
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Row key={name} name={name} value={value} />
          ))}
      </dl>
    </>
  )
}

function Row({ name, value, copied = value }: { name: string; value: string; copied?: string }) {
  return (
    <div className="relative min-h-16 py-2.5 pr-15 pl-4">
      <dt className="text-13 text-ink-3">{name}</dt>
      <dd className="text-lg font-medium wrap-anywhere tabular-nums">
        {value}
        <span className="absolute inset-y-0 right-2 flex items-center">
          <Copy what={name.toLowerCase()} text={copied} />
        </span>
      </dd>
    </div>
  )
}

function Copy({ what, text }: { what: string; text: string }) {
  const notify = useNotify()
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      notify({ severity: 'success', message: `Copied the ${what}.` })
    } catch (error) {
      ignoreExpected('copy-detail', isRefused, named('TypeError'))(error)
      notify({ severity: 'info', title: 'Copy this', message: text, sticky: true })
    }
  }
  return (
    <IconButton icon={done ? IconCheck : IconCopy} label={`Copy the ${what}`} onClick={() => void copy()} />
  )
}
