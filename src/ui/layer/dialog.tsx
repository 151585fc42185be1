import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { useModal } from './use-modal.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** `alertdialog` for a question that needs an answer. */
  role?: 'dialog' | 'alertdialog'
  /** Label of a button before the actions that closes the dialog. */
  cancel?: string
  /** Buttons at the bottom. */
  actions?: ReactNode
  children?: ReactNode
}

/** Renders a small modal dialog in the middle of the viewport, named by its title. */
export function Dialog({ open, onClose, title, role = 'dialog', cancel, actions, children }: Props) {
  const id = useId()
  const { present, dialog } = useModal(open, onClose)
  return (
    <dialog
      {...dialog}
      role={role}
      data-side="center"
      className="layer"
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
    >
      {present && (
        <div className="flex max-h-[inherit] w-full flex-col rounded-sheet bg-surface shadow-e1">
          <div className="flex items-start gap-2 pt-4 pr-3 pl-6">
            <h2 id={`${id}-title`} className="min-w-0 flex-1 py-2 text-xl font-bold">
              {title}
            </h2>
            <IconButton icon={IconX} label="Close" onClick={onClose} />
          </div>
          <div id={`${id}-body`} className="min-h-0 overflow-y-auto px-6 pt-1 pb-6 text-ink-2">
            {children}
          </div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-3 px-6 pb-6">
              {cancel !== undefined && (
                <Button look="outline" onClick={onClose}>
                  {cancel}
                </Button>
              )}
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}
