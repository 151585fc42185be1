import { IconCloudOff, IconFileText, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { AppError } from '#contract/errors.ts'
import { orderRoutes, orderLimits, proofTypes } from '#contract/plans/orders.ts'
import { type OwnOrder, useConnection, useFileCalls } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { buildFileForm, firstBytesOf } from '#parts/forms/picked-file.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Icon } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { sniffPicture } from '#contract/sync/uploads.ts'

const pdf = [0x25, 0x50, 0x44, 0x46, 0x2d]
const proofAccept = proofTypes.join(',')

/** Checks a picked file by its content; returns the problem, undefined when the file may be sent. */
async function proofProblem(file: Blob | undefined): Promise<string | undefined> {
  if (!file) return 'Please choose a picture or a PDF.'
  if (file.size === 0) return 'This file is empty. Please choose another one.'
  if (file.size > orderLimits.proof) return 'This file is larger than 5 MB. Please choose a smaller one.'
  // A file that was moved, or exists only in a cloud, cannot be read.
  const bytes = await firstBytesOf(file).catch(() => new Uint8Array())
  if (bytes.length === 0) return 'This file could not be read. Please choose it again.'
  const isPdf = pdf.every((byte, i) => bytes[i] === byte)
  return isPdf || sniffPicture(bytes) !== undefined
    ? undefined
    : 'Please choose a picture (JPEG, PNG or WebP) or a PDF.'
}

interface Props {
  order: OwnOrder
  /** Called when the order has changed. */
  onChange: () => void
}

const size = (bytes: number) =>
  bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/**
 * Shows the form that sends a proof of payment and a dealership id (R-DEAL-19, R-STAT-24). A chosen file stays until it is
 * sent.
 */
export function ProofForm({ order, onChange }: Props) {
  const id = useId()
  const files = useFileCalls(orderRoutes.getMyOrders)
  const notify = useNotify()
  const offline = useConnection().state === 'offline'
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [dealer, setDealer] = useState('')
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<AppError>()
  const [sending, setSending] = useState(false)
  // The same file with the same dealership id is a retry and gets the same idempotency key.
  const last = useRef<{ file: File; dealer: string; key: string }>(undefined)

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setError(undefined)
    void proofProblem(chosen).then(setProblem)
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending) return undefined
    const wrong = await proofProblem(file)
    setProblem(wrong)
    if (!file || wrong !== undefined) return input.current?.focus()
    setSending(true)
    setError(undefined)
    if (last.current?.file !== file || last.current.dealer !== dealer)
      last.current = { file, dealer, key: files.newKey() }
    const { key } = last.current
    const words = dealer.trim()
    const result = await files.send(orderRoutes.sendProof, {
      file: buildFileForm({ name: 'proof', file }, words === '' ? {} : { dealership_id: words }, key),
      params: { id: order._id },
      key,
    })
    setSending(false)
    if (result.ok) {
      last.current = undefined
      setFile(undefined)
      setDealer('')
      notify({ severity: 'success', message: 'We have your proof of payment and will check it.' })
      return onChange()
    }
    setProblem(result.error.fields?.['proof'])
    setError(result.error)
    // The order has changed meanwhile and no longer needs this form.
    if (result.error.code === 'decided_meanwhile') onChange()
    return undefined
  }
  const fields = error?.fields ?? {}
  const elsewhere = error && !fields['proof'] && !fields['dealership_id'] ? error : undefined
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="space-y-5">
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          Proof of payment
        </label>
        <div
          className={`relative flex min-h-18 items-center gap-3.5 rounded-grid border-2 border-dashed p-4 transition hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand ${problem === undefined ? 'border-control' : 'border-danger'}`}
        >
          <Icon of={file ? IconFileText : IconUpload} size={26} className="text-brand" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{file ? file.name : 'Choose a file'}</span>
            <span id={`${id}-hint`} className="block text-13 text-ink-3">
              {file ? `${size(file.size)} · tap to choose another one` : 'A picture or a PDF, up to 5 MB'}
            </span>
          </span>
          <input
            ref={input}
            id={id}
            type="file"
            accept={proofAccept}
            disabled={sending}
            aria-describedby={`${id}-hint${problem === undefined ? '' : ` ${id}-error`}`}
            aria-invalid={problem === undefined ? undefined : true}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
        {problem !== undefined && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-13 font-medium text-danger">
            {problem}
          </p>
        )}
      </div>
      <TextInput
        label="Dealership id (optional)"
        hint="Company registration or dealer licence number. With it we can verify you as a dealer."
        maxLength={60}
        autoComplete="off"
        value={dealer}
        error={fields['dealership_id']}
        onChange={(event) => setDealer(event.target.value)}
      />
      {elsewhere && elsewhere.status !== 0 && <ErrorNote>{elsewhere.message}</ErrorNote>}
      <div>
        <Button type="submit" loading={sending} className="w-full sm:w-auto">
          {sending ? 'Sending …' : 'Send proof'}
        </Button>
        {(offline || elsewhere?.status === 0) && !sending && (
          <output className="mt-2 flex gap-2 text-13 text-amber-ink">
            <Icon of={IconCloudOff} size={18} />
            <span>You are offline. Sending needs a connection; what you chose stays here.</span>
          </output>
        )}
      </div>
    </form>
  )
}
