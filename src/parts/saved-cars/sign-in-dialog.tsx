import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** Called to save on this phone; undefined for a person with an account here whose login has expired. */
  onKeep: (() => void) | undefined
  /** Address to return to after the login. */
  next?: string
  words?: string
}

/** Tells a guest that favourites, or the subject of `words`, need an account (R-LIST-27, R-LIST-28). */
export function SignInDialog({
  open,
  onClose,
  onKeep,
  next,
  words = 'You need to be logged in to mark this car as a favorite.',
}: Props) {
  const [, navigate] = useLocation()
  const address = next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`
  const login = <Button onClick={() => navigate(address)}>Go to Login</Button>
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Not Logged In"
      cancel={onKeep ? undefined : 'Cancel'}
      actions={
        onKeep ? (
          // Three buttons do not fit side by side on a phone.
          <div className="flex w-full flex-col gap-2">
            {login}
            <Button look="outline" onClick={onKeep}>
              Keep on this phone
            </Button>
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
          </div>
        ) : (
          login
        )
      }
    >
      <p>{words}</p>
    </Dialog>
  )
}
