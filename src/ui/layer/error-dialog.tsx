import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  unread: readonly string[]
  onRead: (message: string) => void
}

/** The alert titled "Error", about the first message; each is an alert of its own, so that it is read out. */
export function ErrorDialog({ unread: [first], onRead }: Props) {
  // Stays for as long as the dialog takes to leave.
  const [message, setMessage] = useState(first ?? '')
  if (first !== undefined && first !== message) setMessage(first)
  const close = () => onRead(message)
  return (
    <Dialog
      key={message}
      open={first !== undefined}
      onClose={close}
      role="alertdialog"
      title="Error"
      actions={<Button onClick={close}>OK</Button>}
    >
      <p>{message}</p>
    </Dialog>
  )
}
