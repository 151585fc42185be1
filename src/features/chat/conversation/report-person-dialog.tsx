import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { conversationRoutes, reportPersonLabels, reportPersonReasons } from '#contract/chat/conversation.ts'
import { useCall, useFormDraft } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { StandingLine, takeFocus } from '#parts/forms/standing.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Icon } from '#ui/icon.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  person: string
  name: string
  open: boolean
  onClose: () => void
}
// What drafts keep has an index.
type Typed = Record<'reason' | 'words', string>

/** Tells us about a person. What was typed stays, also through a kill, until the server has it. */
export function ReportPersonDialog({ person, name, open, onClose }: Props) {
  const form = useId()
  const draft = useFormDraft<Typed>(`report-person:${person}`)
  const { run, busy } = useCall(conversationRoutes.reportPerson)
  const [typed, setTyped] = useState<Typed>()
  const [wrong, setWrong] = useState<Partial<Typed>>({})
  const [failure, setFailure] = useState<string>()
  const [thanks, setThanks] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { reason = '', words = '' } = typed ?? draft.values ?? {}
  const type = (patch: Partial<Typed>) => {
    const next = { reason, words, ...patch }
    setTyped(next)
    setWrong({})
    draft.save(next)
  }
  const close = () => {
    setThanks(undefined)
    setFailure(undefined)
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = reportPersonReasons.find((one) => one === reason)
    if (!chosen) {
      setWrong({ reason: 'Please choose a reason' })
      first.current?.focus()
      return
    }
    if (chosen === 'other' && words.trim() === '') {
      setWrong({ words: 'Please tell us what is wrong' })
      field.current?.focus()
      return
    }
    setFailure(undefined)
    const result = await run({ body: { person, reason: chosen, words } })
    if (!result) return
    if (result.ok) {
      draft.clear()
      setTyped({ reason: '', words: '' })
      setThanks(result.body.msg)
    } else setFailure(result.error.message)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Report ${name}`}
      cancel={thanks === undefined ? 'Cancel' : undefined}
      actions={
        thanks === undefined ? (
          <Button type="submit" form={form} loading={busy}>
            Send report
          </Button>
        ) : (
          <Button onClick={close}>Close</Button>
        )
      }
    >
      {thanks !== undefined ? (
        <div
          ref={takeFocus}
          tabIndex={-1}
          className="flex flex-col items-center gap-3 py-4 text-center outline-none"
        >
          <StandingLine icon={IconCircleCheck}>{thanks}</StandingLine>
          <p className="text-sm text-ink-3">They are not told who reported them.</p>
        </div>
      ) : (
        <form id={form} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
          {failure !== undefined && <ErrorNote>Not sent. {failure}</ErrorNote>}
          <fieldset aria-describedby={wrong.reason === undefined ? undefined : `${form}-wrong`}>
            <legend className="mb-1 font-medium text-ink">What is wrong?</legend>
            {reportPersonReasons.map((option, n) => (
              <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
                <input
                  {...(n === 0 && { ref: first })}
                  type="radio"
                  name={`${form}-reason`}
                  value={option}
                  checked={reason === option}
                  onChange={() => type({ reason: option })}
                  className="size-5 accent-brand"
                />
                {reportPersonLabels[option]}
              </label>
            ))}
            {wrong.reason !== undefined && (
              <p id={`${form}-wrong`} role="alert" className="mt-1 flex gap-1.5 text-sm text-danger">
                <Icon of={IconAlertCircle} size={18} />
                {wrong.reason}
              </p>
            )}
          </fieldset>
          <Textarea
            ref={field}
            label={reason === 'other' ? 'What is it?' : 'Anything we should know (optional)'}
            rows={3}
            maxLength={1000}
            value={words}
            error={wrong.words}
            onChange={({ target }) => type({ words: target.value })}
          />
          <p className="text-sm text-ink-3">We may read the last messages of this chat to look into it.</p>
        </form>
      )}
    </Dialog>
  )
}
