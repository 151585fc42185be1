import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  open: boolean
  message: string
  onClose: () => void
}

/** The alert titled "Error". */
export function ErrorDialog({ open, message, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title="Error"
      actions={<Button onClick={onClose}>OK</Button>}
    >
      <p>{message}</p>
    </Dialog>
  )
}
