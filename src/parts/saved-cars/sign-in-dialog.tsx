import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** Undefined for a person who has an account here and whose login ran out. */
  onKeep: (() => void) | undefined
  /** Where to come back to. */
  next?: string
  words?: string
}

/** Tells a guest that favourites, or what `words` say, belong to an account (R-LIST-27, R-LIST-28). */
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
          // Three do not stand side by side on a phone.
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
