import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageFault } from '#contract/chat/message-rules.ts'
import { type ChatActions, chatDraft, useFormDraft } from '#local/react'
import { useAttached } from './use-attached.ts'

/** Running sends, by chat: a composer that reopens waits for them before it reads the draft. */
const underWay = new Map<string, Promise<void>>()

/** Manages the unsent message to one person. Text and pictures survive a killed page. */
export function useComposer(other: string, actions: ChatActions) {
  const [earlier] = useState(() => underWay.get(other))
  const draft = useFormDraft<Record<'text', string>>(chatDraft(other), earlier)
  const [typed, setTyped] = useState<{ text: string; early: boolean }>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  /** Text of the box when "Send" was pressed while the previous message was being sent. */
  const next = useRef<string>(undefined)
  const latest = useRef('')
  /** Text that the outbox has not stored yet: no longer in the box, but part of the draft. */
  const leaving = useRef('')
  const { attached, attach, detach, ready, isThere, sent } = useAttached(other, actions, setFailure)
  const before = draft.values?.text ?? ''
  /** Whether text was typed before the draft was loaded; the draft is put above this text. */
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
    // Text typed from now on belongs to the next message.
    fill('')
    draft.hand()
    let trouble: string | undefined
    // Each picture is a message of its own; the first one carries the text.
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
      // Text changed after "Send" is not sent automatically.
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
    /** Whether the box is empty and nothing is being sent. */
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
    /** Reason why the current text cannot be sent. */
    fault,
    /** Whether there is text or a picture to send. */
    ready: isReady,
    /** Error of the last attempt to send. */
    failure,
    send: async () => {
      if (fault !== undefined || !isReady) return
      if (sending.current) {
        // Two taps in one frame send one message: the box is already empty at the second tap.
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
