import { type Dispatch, type SetStateAction, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  unread: readonly string[]
  onChange: Dispatch<SetStateAction<readonly string[]>>
}

/** Shows the first unread message in an alert titled "Error". Each message is a new alert, so that screen readers read it. */
export function ErrorDialog({ unread: [first], onChange }: Props) {
  // The message stays rendered during the exit animation of the dialog.
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
