import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** Tells a guest that favourites belong to an account (R-LIST-27, R-LIST-28). */
export function SignInDialog({ open, onClose }: Props) {
  const [, navigate] = useLocation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Not Logged In"
      actions={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => navigate('/login')}>Go to Login</Button>
        </>
      }
    >
      <p>You need to be logged in to mark this car as a favorite.</p>
    </Dialog>
  )
}
