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
  /** Called when the person has signed out or decided to stay. */
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
 * Signs the person out and deletes their data from this phone (R-STATE-04, R-PWA-36). Unsent work and drafts need a
 * confirmation first.
 */
export function SignOut({ onEnd }: SignOutProps) {
  const read = useOutboxRead()
  // Right after a start the outbox is not read yet.
  return read === undefined ? null : <Leave onEnd={onEnd} read={read} />
}

/** Runs the sign-out. If the outbox could not be read, the data stays on this phone, because unsent work may be in it. */
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
      // A second tap or a second run of the effect must not sign out again.
      if (left.current) return
      left.current = true
      setGoing(true)
      try {
        await signOut({ keep: how === 'kept' })
        notify({ severity: 'success', message: goodbye[how] })
      } catch (error) {
        ignoreExpected('sign-out', isPassing)(error)
        // The session is over even when the data cannot be deleted; the message must be true about the data.
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
  // Everything was sent at the person's request, so the sign-out continues.
  if (asked && sending !== 'no' && waiting === 0) setAsked(false)

  async function send() {
    setSending('now')
    await sendNow()
    setSending('tried')
  }
  // The sign-out empties the outbox, and an empty outbox must not show "Everything is sent now".
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
