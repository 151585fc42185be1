import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { type AppError, type FieldErrors, fieldErrors } from '#contract/errors.ts'
import { useFormDraft } from '#local/react'
import { Textarea } from '#ui/form/textarea.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorNote } from './error-note.tsx'
import { StandingLine, takeFocus } from './standing.tsx'

/** Typed values of the form; a type alias, because a draft needs an index signature. */
export type TypedReport = Record<'reason' | 'words', string>

/** Stores the values of a report that can be closed and opened again; they survive when the system closes the tab. */
export function useReportDraft(key: string) {
  const { loaded, values, save, hand, clear } = useFormDraft<TypedReport>(key)
  const [typed, setTyped] = useState<TypedReport>()
  const latest = useRef<TypedReport>(undefined)
  // Values of another key or of another person must not appear.
  if (!loaded && typed) setTyped(undefined)
  useEffect(() => {
    if (!loaded) latest.current = undefined
  }, [loaded])
  return {
    loaded,
    typed: typed ?? values,
    type: (next: TypedReport) => {
      latest.current = next
      setTyped(next)
      save(next)
    },
    /** Returns the draft to send, and `forget`, which clears it once the report is stored. Text typed later stays. */
    hand: () => {
      const sent = latest.current
      const draft = hand()
      const forget = () => {
        clear(draft)
        if (latest.current !== sent) return
        latest.current = undefined
        setTyped(undefined)
      }
      return { draft, forget }
    },
  }
}

interface Props<R> {
  /** Id of the form, for its button. */
  id: string
  typed: TypedReport
  question: string
  /** Labels of the reasons. */
  labels: Readonly<Record<string, string>>
  rules: z.ZodMiniType<R>
  longest: number
  /** Message about the refusal of the last attempt. */
  refused?: string | undefined
  onTyped: (typed: TypedReport) => void
  /** Sends the report; resolves with undefined while an earlier attempt is under way. */
  send: (report: R) => Promise<{ ok: true } | { ok: false; error: AppError } | undefined>
  before?: ReactNode
  children: ReactNode
}

/** Asks for the reason of a report and for optional text. */
export function ReportForm<R>(props: Props<R>) {
  const { id, typed, question, labels, rules, longest, refused, onTyped, send, before, children } = props
  const about = useId()
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  // Two taps in one frame send one report.
  const sending = useRef(false)
  const { reason, words } = typed
  const type = (patch: Partial<TypedReport>) => {
    setWrong({})
    onTyped({ ...typed, ...patch })
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = rules.safeParse({ words, ...(reason !== '' && { reason }) })
    if (!read.success) {
      const errors = fieldErrors(read.error.issues)
      setWrong(errors)
      event.currentTarget.querySelector<HTMLElement>('reason' in errors ? 'input' : 'textarea')?.focus()
      return
    }
    if (sending.current) return
    sending.current = true
    const result = await send(read.data)
    sending.current = false
    setFailure(result?.ok === false ? result.error.message : undefined)
  }
  const message = failure ?? refused
  const error = wrong['reason']
  return (
    <form id={id} noValidate className="relative space-y-4" onSubmit={(event) => void submit(event)}>
      {before}
      {message !== undefined && <ErrorNote>Not sent. {message}</ErrorNote>}
      <fieldset aria-describedby={error === undefined ? undefined : about}>
        <legend className="mb-1 font-medium text-ink">{question}</legend>
        {Object.entries(labels).map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
            <input
              type="radio"
              name={`${about}-reason`}
              value={value}
              checked={value === reason}
              onChange={() => type({ reason: value })}
              className="size-5 accent-brand"
            />
            {label}
          </label>
        ))}
        {error !== undefined && (
          <p id={about} role="alert" className="mt-1 flex gap-1.5 text-sm text-danger">
            <Icon of={IconAlertCircle} size={18} />
            {error}
          </p>
        )}
      </fieldset>
      <Textarea
        rows={3}
        maxLength={longest}
        value={words}
        error={wrong['words']}
        onChange={({ target }) => type({ words: target.value })}
        label={reason === 'other' ? 'What is it?' : 'Anything we should know (optional)'}
      />
      {children}
    </form>
  )
}

/** Shows the result of the report in place of the form, and takes the focus. */
export function Reported({ answer, children }: { answer: string | ReactNode; children: string }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="flex flex-col items-center gap-3 py-4 text-center outline-none"
    >
      {typeof answer === 'string' ? <StandingLine icon={IconCircleCheck}>{answer}</StandingLine> : answer}
      <p className="text-sm text-ink-3">{children}</p>
    </div>
  )
}
