import { ignoreExpected } from '#contract/values/expected.ts'
import { counted } from '#contract/values/region.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import {
  filterWaiting,
  useNotices,
  useOutbox,
  useOutboxActions,
  useOutboxRead,
  useSession,
  isPassing,
} from '#local/react'
import { Question } from '#ui/layer/question.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'

export interface SignOutProps {
  /** Signed out, or stayed. */
  onEnd: () => void
}

const goodbye = {
  plain: 'You are logged out.',
  kept: 'You are logged out. What waits stays on this phone.',
  gone: 'You are logged out. Nothing of yours is left on this phone.',
  partly:
    'You are logged out, but this browser did not let us delete what it keeps of you. Clear its site data.',
}

/**
 * Signing out (R-STATE-04, R-PWA-36): what belongs to this person leaves the phone. Nothing that they wrote goes
 * without confirmation: unsent work and drafts are confirmed first.
 */
export function SignOut({ onEnd }: SignOutProps) {
  const read = useOutboxRead()
  // Right after a start nothing is known yet of what waits.
  return read === undefined ? null : <Leave onEnd={onEnd} read={read} />
}

/** What could not be read stays on this phone: nobody can say whether something of it waits. */
function Leave({ onEnd, read }: SignOutProps & { read: boolean }) {
  const { signOut } = useSession()
  const { sendNow } = useOutboxActions()
  const waiting = filterWaiting(useOutbox()).length
  const { drafts } = useNotices()
  const [, navigate] = useLocation()
  const notify = useNotify()
  const [asked, setAsked] = useState(waiting > 0)
  const [sending, setSending] = useState<'no' | 'now' | 'tried'>('no')
  const left = useRef(false)
  const [going, setGoing] = useState(false)

  const leave = useCallback(
    async (how: 'plain' | 'kept' | 'gone') => {
      // Two taps, or a second look of React at the same moment, are one goodbye.
      if (left.current) return
      left.current = true
      setGoing(true)
      try {
        await signOut({ keep: how === 'kept' })
        notify({ severity: 'success', message: goodbye[how] })
      } catch (error) {
        ignoreExpected('sign-out', isPassing)(error)
        // The login is over in any case; the message about the data must be true.
        notify({ severity: 'error', message: goodbye.partly, sticky: true })
      }
      onEnd()
      navigate('/')
    },
    [signOut, onEnd, navigate, notify],
  )
  const atOnce = !asked && waiting === 0 && drafts === 0
  useEffect(() => {
    if (atOnce) void leave(read ? 'plain' : 'kept')
  }, [atOnce, leave, read])
  // All of it went out on their word: on with what they came for.
  if (asked && sending !== 'no' && waiting === 0) setAsked(false)

  async function send() {
    setSending('now')
    await sendNow()
    setSending('tried')
  }
  // Their data goes meanwhile: an empty outbox is no news now.
  if (going || atOnce) return null
  if (!asked)
    return (
      <Question title="Log out?" open no="Stay" onNo={onEnd} yes="Logout" onYes={() => void leave('gone')}>
        <p>
          {drafts === 1 ? 'The draft on this phone is deleted too.' : 'Drafts on this phone are deleted too.'}
        </p>
      </Question>
    )
  if (waiting === 0)
    return (
      <Dialog
        open
        onClose={onEnd}
        role="alertdialog"
        title="Everything is sent now"
        cancel="Stay"
        actions={<Button onClick={() => setAsked(false)}>Logout</Button>}
      >
        <p>Logging out takes your data off this phone.</p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onEnd}
      role="alertdialog"
      title={`${counted(waiting, 'thing')} ${waiting === 1 ? 'is' : 'are'} not sent yet`}
      actions={
        <div className="flex w-full flex-col gap-2">
          <Button wide loading={sending === 'now'} onClick={() => void send()}>
            Send now
          </Button>
          <Button wide look="outline" onClick={() => void leave('kept')}>
            Keep on this phone
          </Button>
          <Button wide look="danger" onClick={() => void leave('gone')}>
            Delete
          </Button>
        </div>
      }
    >
      <p>
        Kept here, messages go out as soon as there is signal; favourites and ads after you sign in again.
        Deleted, they are gone, and your drafts with them.
      </p>
      <output className="block font-medium text-amber-ink empty:hidden">
        {sending === 'tried' ? 'It could not all be sent now.' : ''}
      </output>
    </Dialog>
  )
}
