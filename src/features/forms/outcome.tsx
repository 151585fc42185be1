import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OutboxEntry } from '#local/react'
import { DeliveryNote, describeReasons, takeFocus } from '#parts/forms/standing.tsx'
import { Button } from '#ui/button.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'

/** Props of a panel that replaces the fields of a form and takes the focus. */
interface PanelProps {
  icon: IconShape
  children: ReactNode
  actions: ReactNode
}
function Panel({ icon, children, actions }: PanelProps) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="flex flex-col items-center gap-4 py-8 text-center outline-none"
    >
      <span className="grid size-16 place-items-center rounded-pill bg-brand-tint text-brand">
        <Icon of={icon} size={32} />
      </span>
      {children}
      <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}

/** Says that the server has accepted the form. */
export function DonePanel({ title, home, children }: { title: string; home: string; children?: ReactNode }) {
  return (
    <Panel icon={IconCircleCheck} actions={<Button href="/">{home}</Button>}>
      <div aria-live="polite">
        <h2 className="max-w-[26rem] text-xl font-bold text-balance">{title}</h2>
      </div>
      {children}
    </Panel>
  )
}

/** Says that the form waits on this phone; nothing confirms that the server has it. */
export function SavedPanel({ entry, home }: { entry: OutboxEntry; home: string }) {
  return (
    <Panel
      icon={IconClock}
      actions={
        <>
          <Button href="/outbox" look="outline">
            See what waits
          </Button>
          <Button href="/" look="secondary">
            {home}
          </Button>
        </>
      }
    >
      <DeliveryNote entry={entry} />
      <p className="max-w-[26rem] text-ink-2">
        You can leave this page. It goes out exactly once, and the outbox says when it has arrived.
      </p>
    </Panel>
  )
}

interface RefusedNoteProps {
  entry: OutboxEntry
  /** Puts the refused text back into the form; undefined when the text is there. */
  reopen: (() => void) | undefined
}

/** Shows a write that the server refused during an earlier visit; not as an alert, because it is not new. */
export function RefusedNote({ entry, reopen }: RefusedNoteProps) {
  return (
    <div className="mb-6 flex gap-3 rounded-grid bg-danger-tint p-4 text-danger">
      <Icon of={IconAlertCircle} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p>Not sent. {describeReasons(entry)}</p>
        {reopen && (
          <Button look="outline" size="sm" className="mt-3" onClick={reopen}>
            Edit and send again
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shows the server's message about a refusal above the fields with all typed text (R-FORM-03, R-FORM-09). */
export function ErrorPanel({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      role="alert"
      className="mb-6 flex gap-3 rounded-grid bg-danger-tint p-4 text-danger outline-none"
    >
      <Icon of={IconAlertCircle} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <h2 className="font-sans text-lg font-semibold tracking-normal">Error</h2>
        <p>{message}</p>
        {children}
      </div>
    </div>
  )
}
