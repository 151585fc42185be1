import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  open: boolean
  title: string
  /** The word for leaving things as they are. */
  no?: string
  onNo: () => void
  /** The words for doing it. */
  yes: string
  onYes: () => void
  /** It is being done. */
  busy?: boolean
  children: ReactNode
}

/** Asks before something is done that cannot be taken back. */
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
