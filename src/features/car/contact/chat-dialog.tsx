import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import { type ErrorCode, errorRules } from '#contract/errors.ts'
import { chatRoutes, openingMessage } from '#contract/chat/chat.ts'
import { useCall, useConnection, useSession, useSignOfLife } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  car: Pick<CarDetail, '_id' | 'title' | 'creator'>
  /** Address to open once the server has the message. */
  next: string
  /** Address of the login that returns here. */
  login: string
}

const noSignal = 'Nothing was sent: there is no signal here. Try again as soon as there is.'
/** Errors after which the message may have arrived although its response was lost. */
const unknown: readonly ErrorCode[] = ['network', 'timeout', 'bad_reply']
const unanswered =
  'No answer came, so it is not certain that this was sent. Send it again: it arrives only once.'

/** Shows the message that the seller will read, and sends it. The dialog never calls it sent before the server has answered. */
export function ChatDialog({ open, onClose, title, car, next, login }: Props) {
  const { creator } = car
  const { run, busy } = useCall(chatRoutes.saveChatInfo)
  const { user } = useSession()
  const { state } = useConnection()
  const isAlive = useSignOfLife()
  const [, navigate] = useLocation()
  const notify = useNotify()
  const [looking, setLooking] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [doubt, setDoubt] = useState(false)
  const here = useHere(open)

  async function send() {
    setTrouble('')
    if (state !== 'online') {
      // If a probe gets no response, a message would not either; only a message that never left is certainly not sent.
      setLooking(true)
      const alive = await isAlive()
      setLooking(false)
      if (!alive) {
        setTrouble(doubt ? unanswered : noSignal)
        return
      }
    }
    const result = await run({ body: { receiver: creator._id, car_id: car._id } })
    if (!result) return
    if (result.ok) {
      notify({ severity: 'success', message: result.body.msg })
      // A person who has closed the dialog meanwhile must not be navigated away.
      if (here.current) navigate(next, { replace: true })
    } else if (errorRules[result.error.code].action === 'sign-in' && here.current) {
      navigate(login, { replace: true })
    } else {
      // Once the message may have arrived, the doubt remains until the server answers.
      const lost = unknown.includes(result.error.code)
      setDoubt((before) => before || lost)
      setTrouble(lost ? unanswered : result.error.message)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      cancel="Cancel"
      actions={
        <Button loading={busy || looking} onClick={() => void send()}>
          Send
        </Button>
      }
    >
      <p>{creator.businessname || creator.fullname} gets this message:</p>
      <blockquote className="mt-3 ml-6 rounded-card rounded-br-none bg-brand-tint px-4 py-3 wrap-anywhere text-ink">
        {openingMessage(car.title)}
      </blockquote>
      {user?.is_subscriber !== true && (
        <p className="mt-3 text-13 text-ink-3">Reading the answer and replying needs a plan.</p>
      )}
      <p role="alert" className="mt-3 font-medium text-danger empty:hidden">
        {trouble}
      </p>
    </Dialog>
  )
}
