import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  /** May fall while it is asked. */
  count: number
  sending: 'no' | 'now' | 'tried'
  onSend: () => void
  onKeep: () => void
  onDelete: () => void
  /** With nothing left that waits: on to what else there is to ask. */
  onLeave: () => void
  onStay: () => void
}

const things = (count: number) =>
  count === 1 ? '1 thing is not sent yet' : `${count} things are not sent yet`

/** Asked before a logout while something waits on this phone: send it, keep it here, or delete it. */
export function UnsentQuestion({ count, sending, onSend, onKeep, onDelete, onLeave, onStay }: Props) {
  if (count === 0)
    return (
      <Dialog
        open
        onClose={onStay}
        role="alertdialog"
        title="Everything is sent now"
        actions={
          <>
            <Button look="outline" onClick={onStay}>
              Stay
            </Button>
            <Button onClick={onLeave}>Logout</Button>
          </>
        }
      >
        <p>Logging out takes your data off this phone.</p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onStay}
      role="alertdialog"
      title={things(count)}
      actions={
        <div className="flex w-full flex-col gap-2">
          <Button wide loading={sending === 'now'} onClick={onSend}>
            Send now
          </Button>
          <Button wide look="outline" onClick={onKeep}>
            Keep on this phone
          </Button>
          <Button wide look="danger" onClick={onDelete}>
            Delete
          </Button>
        </div>
      }
    >
      <p>
        Kept here, messages go out as soon as there is signal; favourites and ads after you sign in again.
        Deleted, they are gone, and your drafts with them.
      </p>
      <output className="block font-medium text-amber-ink empty:hidden">
        {sending === 'tried' ? 'It could not all be sent now.' : ''}
      </output>
    </Dialog>
  )
}
