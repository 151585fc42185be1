import { type Dispatch, type SetStateAction, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  unread: readonly string[]
  onChange: Dispatch<SetStateAction<readonly string[]>>
}

/** The alert titled "Error", about the first message; each is an alert of its own, so that it is read out. */
export function ErrorDialog({ unread: [first], onChange }: Props) {
  // Stays for as long as the dialog takes to leave.
  const [message, setMessage] = useState(first ?? '')
  if (first !== undefined && first !== message) setMessage(first)
  const close = () => onChange((all) => all.filter((text) => text !== message))
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
