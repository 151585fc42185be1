import type { PersonReportRow, ReportedMessage, ReportedPerson } from '#contract/admin/person-reports.ts'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useMarketTime } from '../list/cells.tsx'

interface Props extends MessagesProps {
  open: boolean
  onClose: () => void
}

/** Shows the newest messages of a chat; nothing of it is cached. */
export function ReportedChat({ open, onClose, ...chat }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`${chat.reporter.fullname} and ${chat.person.fullname}`}>
      <Messages {...chat} />
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
  if (messages.length === 0) return <p>Nothing is left in this chat.</p>
  return (
    <ol aria-label="Messages" className="space-y-3">
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
