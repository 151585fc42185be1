import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  count: number
  onLeave: () => void
  onStay: () => void
}

/** Asked before a logout while something waits on this phone. */
export function LogoutQuestion({ count, onLeave, onStay }: Props) {
  return (
    <Dialog
      open
      onClose={onStay}
      role="alertdialog"
      title={count === 1 ? '1 thing is not sent yet' : `${count} things are not sent yet`}
      actions={
        <>
          <Button look="outline" href="/outbox" onClick={onStay}>
            Show
          </Button>
          <Button onClick={onLeave}>Logout</Button>
        </>
      }
    >
      <p>
        Messages are sent when there is signal. Favourites stay on this phone and are sent after you sign in
        again.
      </p>
    </Dialog>
  )
}
