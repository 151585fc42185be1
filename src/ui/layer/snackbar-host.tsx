import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState, useEffectEvent } from 'react'
import { Icon } from '../icon.tsx'
import { type Notice, NotifyContext } from './snackbar.tsx'

interface QueuedNotice extends Notice {
  id: number
}
interface Props {
  /** Milliseconds until a notice disappears. */
  times: { success: number; error: number }
  children: ReactNode
}
const most = 3
const shapes = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle }
const tints = {
  success: 'text-[#6bd3a4] dark:text-[#17724a]',
  error: 'text-[#ff8a80] dark:text-[#b3261e]',
  info: '',
}

/**
 * Shows notices above all other content, the newest at the bottom: top right on wide screens, above the bottom bar on phones.
 * Each notice disappears after its time, waits while the pointer or the focus is on it, and can be dismissed. A modal dialog
 * makes everything outside of it inert, so an open dialog contains the notices.
 */
export function SnackbarHost({ times, children }: Props) {
  const [notices, setNotices] = useState<readonly QueuedNotice[]>([])
  const lastId = useRef(0)
  const home = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const notify = useCallback((notice: Notice) => {
    lastId.current += 1
    const shown = { ...notice, id: lastId.current }
    // A notice with an equal message replaces the earlier one and restarts its time, unless the two have different actions.
    const isSame = ({ message, action }: Notice) =>
      message === notice.message && (!action || !notice.action || action === notice.action)
    setNotices((all) => [...all.filter((n) => !isSame(n)), shown].slice(-most))
  }, [])
  const remove = useCallback((id: number) => setNotices((all) => all.filter((n) => n.id !== id)), [])

  const dialog = useOpenDialog(notices.length > 0)

  // A popover is in the top layer: reopening it puts it above a dialog that was opened meanwhile.
  useEffect(() => {
    const box = host.current
    const place = dialog ?? home.current
    if (!box || !place) return
    if (box.parentElement !== place) place.append(box)
    if (!box.showPopover) return
    if (box.matches(':popover-open')) box.hidePopover()
    if (notices.length > 0) box.showPopover()
  }, [notices, dialog])

  return (
    <NotifyContext value={notify}>
      {children}
      {/* React leaves this element in place; the effect above moves its only child. */}
      <div ref={home}>
        <div
          ref={host}
          popover="manual"
          // The region exists from the start: screen readers announce what is added to an existing live region.
          aria-live="polite"
          className="pointer-events-none fixed inset-x-0 top-auto bottom-[calc(var(--bottom-bar)+var(--below-notices,0px)+0.75rem)] m-auto flex w-full max-w-[28rem] flex-col gap-2 overflow-visible bg-transparent px-3 wide:top-20 wide:right-3 wide:bottom-auto wide:left-auto wide:m-0"
        >
          {notices.map((notice) => (
            <Snackbar
              key={notice.id}
              notice={notice}
              life={notice.sticky ? undefined : notice.severity === 'error' ? times.error : times.success}
              onRemove={() => remove(notice.id)}
            />
          ))}
        </div>
      </div>
    </NotifyContext>
  )
}

function Snackbar({
  notice,
  life,
  onRemove,
}: {
  notice: Notice
  life: number | undefined
  onRemove: () => void
}) {
  const [paused, setPaused] = useState(false)
  const leave = useEffectEvent(onRemove)
  useEffect(() => {
    if (paused || life === undefined) return
    const timer = setTimeout(() => leave(), life)
    return () => clearTimeout(timer)
  }, [paused, life])
  return (
    <div
      role={notice.severity === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex items-center gap-3 rounded-grid bg-inverse py-1.5 pr-1.5 pl-4 text-sm text-on-inverse shadow-e1"
    >
      <Icon of={shapes[notice.severity]} className={tints[notice.severity]} />
      <p className="min-w-0 flex-1 py-2">
        {notice.title && <strong className="font-semibold">{notice.title}: </strong>}
        {notice.message}
      </p>
      {notice.action && (
        <button
          type="button"
          className="min-h-11 rounded-pill px-3 font-semibold underline underline-offset-4"
          onClick={() => {
            notice.action?.run()
            onRemove()
          }}
        >
          {notice.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-pill"
        onClick={onRemove}
      >
        <Icon of={IconX} size={18} />
      </button>
    </div>
  )
}

/** Returns the last open dialog of the document while the hook is enabled. */
function useOpenDialog(enabled: boolean): Element | undefined {
  const [dialog, setDialog] = useState<Element>()
  useEffect(() => {
    if (!enabled) return
    const look = () => setDialog([...document.querySelectorAll('dialog[open]')].at(-1))
    look()
    // Dialogs open and close by an attribute, or leave the document while they are open.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => {
      observer.disconnect()
      setDialog(undefined)
    }
  }, [enabled])
  return dialog
}
