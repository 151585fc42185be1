import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react'
import { type SavedState, useConnection } from '#local/react'
import { Icon } from '#ui/icon.tsx'

/** Whether what was typed is safe on this phone; nothing is called saved before it is (I12). */
export function SavedNote({ saved, edit = false }: { saved: SavedState; edit?: boolean }) {
  const offline = useConnection().state === 'offline'
  const what = edit ? 'Changes' : 'Draft'
  const words = {
    new: '',
    saving: 'Saving …',
    saved: offline ? `${what} saved · offline` : `${what} saved`,
    failed: saved.is === 'failed' ? `Not saved. ${saved.error.message}` : '',
  }[saved.is]
  const bad = saved.is === 'failed'
  return (
    <output
      // That it is saved is shown; only what is not is said.
      aria-live={bad ? 'assertive' : 'off'}
      className={`flex min-h-6 items-center gap-1.5 text-13 ${bad ? 'font-medium text-danger' : 'text-ink-2'}`}
    >
      {words !== '' && <Icon of={bad ? IconAlertTriangle : IconDeviceFloppy} size={18} />}
      {words}
    </output>
  )
}
