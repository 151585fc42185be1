import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { CommandKind } from '#contract/commands.ts'
import { type PutResult, useConnection } from '#local/react'
import { describeReasons, useDecided } from '#parts/forms/standing.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** Kinds of writes whose outcome is notified here. */
const own: ReadonlySet<CommandKind> = new Set([
  'profile.edit',
  'ad.create',
  'ad.edit',
  'ad.status',
  'ad.delete',
  'testdrive.answer',
])
/** Milliseconds without a response after which the person is notified that the write is only saved so far. */
const patience = 1500
/** Milliseconds after the end of a write in which a person who opens the profile is notified of it. */
const lately = 5000
const savedHere = 'Saved on this phone, will be sent'

/** Takes the result of a write. The failure of an ad is an alert, that of a profile a notification (R-ERR-05, R-ERR-06). */
type NotifyOfWrite = (result: PutResult, alert?: (message: string) => void) => void
const WriteNoticeContext = createContext<NotifyOfWrite>(() => undefined)

/** Returns a function that takes the result of a write; the person is notified of its outcome when the outcome is known. */
export function useWriteNotice(): NotifyOfWrite {
  return useContext(WriteNoticeContext)
}

/**
 * Notifies of the outcome of own writes: of success only after the server's response and in its words, before that of the
 * local save (R-PROF-19, R-ERR-06).
 */
export function WriteNotices({ children }: { children: ReactNode }) {
  const { state } = useConnection()
  const notify = useNotify()
  const showError = useErrorAlert()
  const [, navigate] = useLocation()
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  // A write may end while the person goes from its form to this page, so recent outcomes are notified; older ones are not.
  const watch = useDecided((entry) => {
    const { id, kind } = entry
    if (!own.has(kind)) return
    clearTimeout(timers.current.get(id))
    timers.current.delete(id)
    if (entry.state === 'done') {
      if (!entry.cancelling) notify({ severity: 'success', message: entry.answer ?? 'Saved.' })
    } else if (entry.state === 'conflict') {
      notify({
        severity: 'info',
        message: 'This was changed on another device.',
        action: { label: 'Decide', run: () => navigate(`/outbox?decide=${id}`) },
      })
    } else if (kind === 'profile.edit' || kind === 'testdrive.answer') {
      notify({ severity: 'error', title: 'Error', message: describeReasons(entry) })
    } else showError(describeReasons(entry))
  }, lately)
  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all.values()) clearTimeout(timer)
    }
  }, [])

  const notifyOfWrite = useCallback<NotifyOfWrite>(
    (result, alert) => {
      if (!result.ok) {
        const { message } = result.error
        if (alert) alert(message)
        else notify({ severity: 'error', title: 'Error', message })
        return
      }
      if (!result.kept) {
        notify({ severity: 'success', message: 'Saved.' })
        return
      }
      const { id } = result
      watch(id)
      const notifySaved = () => notify({ severity: 'info', message: savedHere })
      clearTimeout(timers.current.get(id))
      if (state === 'offline') notifySaved()
      else timers.current.set(id, setTimeout(notifySaved, patience))
    },
    [notify, state, watch],
  )
  return <WriteNoticeContext value={notifyOfWrite}>{children}</WriteNoticeContext>
}
