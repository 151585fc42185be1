import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import { errorRules } from '#contract/errors.ts'
import { useSession } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useOverlay } from '#parts/use-overlay.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { chatLabel } from '../words.ts'

const load = async () => (await import('./chat-dialog.tsx')).ChatDialog

/** Starts a chat about a car (R-STATE-16 to R-STATE-20); `next` is the address to open once the server has the message. */
export function useChatStart(car: CarDetail | undefined, next: string) {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const notify = useNotify()
  const { open, show, hide } = useOverlay('chat')
  // The dialog stays mounted while it is closed and when the login expires, so that a retry of the same text is the same message.
  const [ChatDialog, want] = useOnDemand(
    load,
    'The chat could not be loaded. Please try again when you are connected.',
  )
  const isOpen = open && user !== undefined
  useEffect(() => {
    if (isOpen) want(show)
  }, [isOpen, want, show])
  const login = car && `/login?next=${encodeURIComponent(`/listing/${encodeURIComponent(car.slug)}`)}`

  const start = useCallback(() => {
    if (!car || login === undefined) return
    if (!user) navigate(login)
    else if (car.creator._id === user.id) notify({ severity: 'error', message: errorRules.to_yourself.msg })
    else want(show)
  }, [car, login, user, navigate, notify, want, show])

  const dialog = car && login !== undefined && ChatDialog && (
    <ChatDialog
      key={car._id}
      open={open}
      onClose={hide}
      title={chatLabel(car.creator)}
      car={car}
      next={next}
      login={login}
    />
  )
  return { start, dialog }
}
