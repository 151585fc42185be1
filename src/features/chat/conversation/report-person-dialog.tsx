import { IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { conversationRoutes, reportPersonForm, reportPersonLabels } from '#contract/chat/conversation.ts'
import { type FieldErrors, fieldErrors } from '#contract/errors.ts'
import { useCall, useFormDraft } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { ReportFields } from '#parts/forms/report-fields.tsx'
import { StandingLine, takeFocus } from '#parts/forms/standing.tsx'
import { Button } from '#ui/button.tsx'
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
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  const [thanks, setThanks] = useState<string>()
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

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = reportPersonForm.safeParse({ reason, words })
    if (!read.success) {
      const errors = fieldErrors(read.error.issues)
      setWrong(errors)
      event.currentTarget.querySelector<HTMLElement>('reason' in errors ? 'input' : 'textarea')?.focus()
      return
    }
    setFailure(undefined)
    const result = await run({ body: { person, ...read.data } })
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
          <ReportFields
            question="What is wrong?"
            labels={reportPersonLabels}
            chosen={reason}
            reason={{
              name: `${form}-reason`,
              error: wrong['reason'],
              onChange: ({ target }) => type({ reason: target.value }),
            }}
            words={{
              maxLength: 1000,
              value: words,
              error: wrong['words'],
              onChange: ({ target }) => type({ words: target.value }),
            }}
          />
          <p className="text-sm text-ink-3">We may read the last messages of this chat to look into it.</p>
        </form>
      )}
    </Dialog>
  )
}
