import { useEffect, useRef, useState } from 'react'
import {
  type PersonReportRow,
  personReportRoutes,
  type ReportedMessage,
  type ReportedPerson,
  reportedMessages,
} from '#contract/admin/person-reports.ts'
import { useCall } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useMarketTime } from '../list/use-market-time.ts'

interface Props {
  report: PersonReportRow
  person: ReportedPerson
  open: boolean
  onClose: () => void
  /** The report was closed meanwhile. */
  onRemoved: () => void
}

/** Asks before a chat is read, then shows its newest messages; nothing of it is cached. Each opening begins with nothing. */
export function ReportedChat({ report, person, open, onClose, onRemoved }: Props) {
  const { run, busy, error } = useCall(personReportRoutes.readReportedChat)
  const notify = useNotify()
  const [messages, setMessages] = useState<readonly ReportedMessage[]>()
  async function read() {
    const result = await run({ body: { report_id: report._id } })
    if (result?.ok) setMessages(result.body.data)
    else if (result?.error.code === 'decided_meanwhile') {
      notify({ severity: 'info', message: result.error.message })
      onClose()
      onRemoved()
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages ? `${report.from.fullname} and ${person.fullname}` : 'Read this chat?'}
      cancel="Back"
      actions={
        messages ? undefined : (
          <Button loading={busy} onClick={() => void read()}>
            Read it
          </Button>
        )
      }
    >
      {messages ? (
        <Messages messages={messages} person={person} reporter={report.from} />
      ) : (
        <p>
          You see the last {reportedMessages} messages of {report.from.fullname} and {person.fullname}. The
          audit log says that you have read them.
        </p>
      )}
      {error && !busy && !messages && <ErrorNote className="mt-4">{error.message}</ErrorNote>}
    </Dialog>
  )
}

interface MessagesProps {
  messages: readonly ReportedMessage[]
  person: ReportedPerson
  reporter: PersonReportRow['from']
}
function Messages({ messages, person, reporter }: MessagesProps) {
  const time = useMarketTime()
  // The button that requested them is gone.
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.focus(), [])
  if (messages.length === 0) return <p>Nothing is left in this chat.</p>
  return (
    <ol ref={list} tabIndex={-1} aria-label="Messages" className="space-y-3 outline-none">
      {messages.map(({ n, sender, message, sent_at, image }) => {
        const reported = sender === person._id
        return (
          <li
            key={n}
            className={classNames(
              'rounded-card px-3.5 py-2.5 text-ink',
              reported ? 'mr-8 bg-amber-tint' : 'ml-8 bg-sunken',
            )}
          >
            <p className="text-13 text-ink-2">
              <b className="font-semibold">{reported ? person.fullname : reporter.fullname}</b> ·{' '}
              {time(sent_at)}
            </p>
            {image !== undefined && (
              <a href={image} target="_blank" rel="noreferrer" className="mt-1 block">
                <img
                  src={image}
                  alt={`Sent by ${reported ? person.fullname : reporter.fullname}`}
                  className="max-h-60 rounded-input"
                />
              </a>
            )}
            {message !== '' && <p className="wrap-anywhere whitespace-pre-line">{message}</p>}
          </li>
        )
      })}
    </ol>
  )
}
