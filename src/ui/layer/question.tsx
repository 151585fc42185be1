import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  open: boolean
  title: string
  /** Label of the button that changes nothing. */
  no?: string
  onNo: () => void
  /** Label of the button that confirms. */
  yes: string
  onYes: () => void
  /** Whether the confirmed action is running. */
  busy?: boolean
  children: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
export function Question({ open, title, no = 'Keep', onNo, yes, onYes, busy = false, children }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onNo}
      role="alertdialog"
      title={title}
      cancel={no}
      actions={
        <Button look="danger" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
