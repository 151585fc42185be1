import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type AdminOrder, adminOrderRoutes, proofFilePath } from '#contract/admin/admin-orders.ts'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import type { Proof } from '#contract/plans/orders.ts'
import { useFileCalls } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { formatRand } from '#parts/plans/order-words.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import type { AskAction } from '../list/action-dialog.tsx'

const states = {
  waiting: { words: 'Waiting', tone: 'amber' },
  approved: { words: 'Approved', tone: 'brand' },
  refused: { words: 'Refused', tone: 'danger' },
} as const

interface Props {
  proof: Proof
  order: AdminOrder
  at: (iso: string) => string
  ask: AskAction
}

/**
 * Shows a proof of payment and the decision about it. A PDF is downloaded, because a stranger's file must not open on this
 * site.
 */
export function ProofCard({ proof, order, at, ask }: Props) {
  const { words, tone } = states[proof.state]
  const proof_id = proof._id
  const paid = order.state === 'paid' || order.state === 'refunded'
  const approve = () =>
    ask({
      title: `Approve ${formatRand(order.amount)} for ${order.reference}?`,
      text: paid
        ? 'This order was paid before. Approved, this money is a surplus that you give back.'
        : `You have seen this money in the account. The buyer gets ${order.plan.name}, and a receipt by e-mail.`,
      yes: 'Approve',
      route: adminOrderRoutes.approveProof,
      body: () => ({ proof_id }),
    })
  const refuse = () =>
    ask({
      title: 'Refuse this proof?',
      yes: 'Refuse',
      danger: true,
      route: adminOrderRoutes.refuseProof,
      body: (reason) => ({ proof_id, reason }),
      words: { hint: 'The buyer reads it, and can send another proof.' },
    })
  return (
    <article className="rounded-card bg-surface p-4 shadow-e1">
      <div className="flex items-center justify-between gap-3">
        <h4 className="min-w-0 truncate font-sans text-base font-semibold tracking-normal" title={proof.name}>
          {proof.name}
        </h4>
        <Pill tone={tone}>{words}</Pill>
      </div>
      <p className="mb-3 text-13 text-ink-3">Sent {at(proof.created_at)}</p>
      <ProofFile key={proof_id} proof={proof} />
      {proof.note !== '' && <p className="mt-3 text-ink-2">“{proof.note}”</p>}
      {proof.state === 'waiting' && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="sm" onClick={approve}>
            Approve
          </Button>
          <Button size="sm" look="outline" onClick={refuse}>
            Refuse
          </Button>
        </div>
      )}
    </article>
  )
}

function ProofFile({ proof }: { proof: Proof }) {
  const files = useFileCalls(secondFactorRoutes.getSecondFactor)
  const [file, setFile] = useState<Blob>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isPicture = proof.type !== 'application/pdf'
  const path = proofFilePath(proof._id)
  const url = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  const load = useCallback(
    () =>
      files.file(path).then((result) => {
        setError(result.ok ? undefined : result.error.message)
        setFile(result.ok ? result.body : undefined)
        return result.ok ? result.body : undefined
      }),
    [files, path],
  )
  useEffect(() => {
    if (isPicture) void load()
  }, [isPicture, load])
  async function save() {
    setBusy(true)
    const whole = file ?? (await load())
    setBusy(false)
    if (whole) saveFile(whole, proof.name)
  }
  return (
    <>
      {isPicture &&
        error === undefined &&
        (url === undefined ? (
          <Skeleton className="h-80 rounded-input!" />
        ) : (
          <img
            src={url}
            alt={`Proof of payment ${proof.name}`}
            className="h-80 w-full rounded-input bg-sunken object-contain"
          />
        ))}
      {!isPicture && (
        <p className="flex items-center gap-2 text-ink-2">
          <Icon of={IconFileTypePdf} />A PDF of {Math.max(1, Math.round(proof.bytes / 1000))} KB
        </p>
      )}
      {error !== undefined && <ErrorNote>{error}</ErrorNote>}
      <Button
        look="quiet"
        size="sm"
        icon={IconDownload}
        loading={busy}
        onClick={() => void save()}
        className="mt-2 -ml-3"
      >
        Download
      </Button>
    </>
  )
}
