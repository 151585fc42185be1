import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageFault } from '#contract/chat/message-rules.ts'
import { type ChatActions, chatDraft, useFormDraft } from '#local/react'
import { useAttached } from './use-attached.ts'

/** Messages on their way into the outbox, by chat: a box that is opened again waits for what is left of their words. */
const underWay = new Map<string, Promise<void>>()

/** What is written to one person and not sent yet: words and pictures survive a kill of the page. */
export function useComposer(other: string, actions: ChatActions) {
  const [earlier] = useState(() => underWay.get(other))
  const draft = useFormDraft<Record<'text', string>>(chatDraft(other), earlier)
  const [typed, setTyped] = useState<{ text: string; early: boolean }>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  /** What was in the box when "Send" was pressed while the message before was on its way. */
  const next = useRef<string>(undefined)
  const latest = useRef('')
  /** Words on their way into the outbox: not in the box any more, and in the draft until they are safe. */
  const leaving = useRef('')
  const { attached, attach, detach, ready, isThere, sent } = useAttached(other, actions, setFailure)
  const before = draft.values?.text ?? ''
  /** Typed before the phone had read its draft, which comes above it. */
  const early = typed?.early === true && draft.loaded
  const text =
    typed && !early ? typed.text : [before, typed?.text ?? ''].filter((words) => words !== '').join('\n')
  const trimmed = text.trim()
  const fault = trimmed === '' ? undefined : messageFault(trimmed)
  const isReady = trimmed !== '' || attached.length > 0

  const unsent = () => [leaving.current, latest.current].filter((words) => words !== '').join('\n')
  const fill = (value: string) => {
    setTyped({ text: value, early: !draft.loaded })
    latest.current = value
    if (draft.loaded) keep()
  }
  const keep = () => {
    const words = unsent()
    if (words === '') draft.clear()
    else draft.save({ text: words })
  }
  const keepEarly = useEffectEvent(() => {
    latest.current = text
    keep()
  })
  useEffect(() => {
    if (early) keepEarly()
  }, [early])
  const taken = () => {
    leaving.current = ''
    fill(latest.current)
  }

  async function send(words: string) {
    setFailure(undefined)
    leaving.current = words
    // What is typed from now on is the next message.
    fill('')
    draft.hand()
    let trouble: string | undefined
    // Each picture is a message; the words go with the first.
    for (const { key, chosen } of await ready()) {
      if (!isThere(key)) continue
      const result = chosen.ok
        ? await actions.send(other, { text: leaving.current, picture: chosen.imageId })
        : chosen
      if (!result.ok) {
        trouble = result.error.message
        break
      }
      sent(key)
      taken()
    }
    if (trouble === undefined && leaving.current !== '') {
      const result = await actions.send(other, { text: leaving.current })
      if (result.ok) taken()
      else trouble = result.error.message
    }
    if (trouble !== undefined) {
      latest.current = unsent()
      taken()
    }
    setFailure(trouble)
  }
  async function sendAll() {
    sending.current = true
    setBusy(true)
    for (let words: string | undefined = trimmed; words !== undefined;) {
      await send(words)
      // Words that were changed after "Send" wait for the next time.
      words = next.current === latest.current ? next.current?.trim() : undefined
      next.current = undefined
    }
    sending.current = false
    setBusy(false)
  }

  return {
    text,
    type: (value: string) => {
      setFailure(undefined)
      fill(value)
    },
    /** Nothing is written, nor on its way. */
    empty: text === '' && !busy,
    attached,
    attach: (files: readonly File[]) => {
      const pictures = files.filter((file) => file.type.startsWith('image/'))
      setFailure(pictures.length < files.length ? 'Only pictures can be sent.' : undefined)
      attach(pictures)
    },
    detach: (key: string) => {
      setFailure(undefined)
      detach(key)
    },
    /** Why it cannot be sent as it is. */
    fault,
    /** There is something to send. */
    ready: isReady,
    /** Why the last try came to nothing. */
    failure,
    send: async () => {
      if (fault !== undefined || !isReady) return
      if (sending.current) {
        // Two taps in one frame are one message: nothing is left in the box then.
        next.current = latest.current || undefined
        return
      }
      const work = sendAll()
      underWay.set(other, work)
      await work
      if (underWay.get(other) === work) underWay.delete(other)
    },
  }
}
