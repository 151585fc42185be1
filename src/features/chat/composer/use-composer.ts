import { useRef, useState } from 'react'
import { messageFault } from '#contract/chat/message-rules.ts'
import { type ChatActions, chatDraft, useFormDraft } from '#local/react'
import { useAttached } from './use-attached.ts'

/** What is written to one person and not sent yet: words and pictures survive a kill of the page. */
export function useComposer(other: string, actions: ChatActions) {
  const draft = useFormDraft<Record<'text', string>>(chatDraft(other))
  const [typed, setTyped] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const sending = useRef(false)
  const latest = useRef<string>(undefined)
  const { attached, attach, detach, ready, sent } = useAttached(other, actions, setFailure)
  const text = typed ?? draft.values?.text ?? ''
  const trimmed = text.trim()
  const fault = trimmed === '' ? undefined : messageFault(trimmed)

  const type = (value: string) => {
    setTyped(value)
    latest.current = value
    setFailure(undefined)
    if (value === '') draft.clear()
    else draft.save({ text: value })
  }

  async function send(): Promise<boolean> {
    // Two taps in one frame are one message.
    if (sending.current || fault !== undefined || (trimmed === '' && attached.length === 0)) return false
    sending.current = true
    setFailure(undefined)
    let words = trimmed
    const forget = () => {
      words = ''
      // What was typed while pictures were made ready is the next message.
      if (latest.current !== undefined && latest.current !== text) draft.save({ text: latest.current })
      else type('')
    }
    let trouble: string | undefined
    // Each picture is a message; the words go with the first.
    for (const { key, chosen } of attached.length > 0 ? await ready() : []) {
      const result = chosen.ok ? await actions.send(other, { text: words, picture: chosen.imageId }) : chosen
      if (!result.ok) {
        trouble = result.error.message
        break
      }
      sent(key)
      if (words !== '') forget()
    }
    if (trouble === undefined && words !== '') {
      const result = await actions.send(other, { text: words })
      if (result.ok) forget()
      else trouble = result.error.message
    }
    sending.current = false
    setFailure(trouble)
    return trouble === undefined
  }

  return {
    text,
    type,
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
    ready: trimmed !== '' || attached.length > 0,
    /** Why the last try came to nothing. */
    failure,
    send,
  }
}
