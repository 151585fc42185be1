import { useId, useState } from 'react'
import { conversationRoutes, reportPersonForm, reportPersonLabels } from '#contract/chat/conversation.ts'
import { useCall } from '#local/react'
import { Reported, ReportForm, useReportDraft } from '#parts/forms/report-form.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  person: string
  name: string
  open: boolean
  onClose: () => void
}

/** Reports a person to us. The typed text survives a killed page until the server has the report. */
export function ReportPersonDialog({ person, name, open, onClose }: Props) {
  const form = useId()
  const draft = useReportDraft(`report-person:${person}`)
  const { run, busy } = useCall(conversationRoutes.reportPerson)
  const [thanks, setThanks] = useState<string>()
  const close = () => {
    setThanks(undefined)
    onClose()
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
        <Reported answer={thanks}>They are not told who reported them.</Reported>
      ) : (
        draft.loaded && (
          <ReportForm
            id={form}
            typed={draft.typed ?? { reason: '', words: '' }}
            question="What is wrong?"
            labels={reportPersonLabels}
            rules={reportPersonForm}
            longest={1000}
            onTyped={draft.type}
            send={async (report) => {
              const { forget } = draft.hand()
              const result = await run({ body: { person, ...report } })
              if (result?.ok) {
                forget()
                setThanks(result.body.msg)
              }
              return result
            }}
          >
            <p className="text-sm text-ink-3">We may read the last messages of this chat to look into it.</p>
          </ReportForm>
        )
      )}
    </Dialog>
  )
}
