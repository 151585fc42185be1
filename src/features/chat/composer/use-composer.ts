import { useCallback, useEffect, useRef, useState } from 'react'
import { messageFault } from '#contract/chat/message-rules.ts'
import { type ChatActions, chatDraft, useFormDraft } from '#local/react'

export interface Attached {
  key: string
  file: File
  url: string
}

export interface Composer {
  text: string
  type: (text: string) => void
  attached: readonly Attached[]
  attach: (files: readonly File[]) => void
  detach: (key: string) => void
  /** Why it cannot be sent as it is. */
  fault: string | undefined
  /** There is something to send. */
  ready: boolean
  /** Why the last try came to nothing. */
  failure: string | undefined
  send: () => Promise<boolean>
}

/** What is written to one person and not sent yet: the words live through a kill, the pictures as long as the page. */
export function useComposer(other: string, put: ChatActions['send']): Composer {
  const draft = useFormDraft<Record<'text', string>>(chatDraft(other))
  const [typed, setTyped] = useState<string>()
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const [failure, setFailure] = useState<string>()
  const sending = useRef(false)
  const count = useRef(0)
  const text = typed ?? draft.values?.text ?? ''
  const said = text.trim()
  const fault = said === '' ? undefined : messageFault(said)

  const urls = useRef<readonly Attached[]>([])
  useEffect(() => {
    urls.current = attached
  }, [attached])
  useEffect(() => () => urls.current.forEach(({ url }) => URL.revokeObjectURL(url)), [])
  const drop = useCallback((key: string) => {
    setAttached((all) => all.filter((one) => one.key !== key))
  }, [])

  const type = (value: string) => {
    setTyped(value)
    setFailure(undefined)
    if (value === '') draft.clear()
    else draft.save({ text: value })
  }

  async function send(): Promise<boolean> {
    // Two taps in one frame are one message.
    if (sending.current || fault !== undefined || (said === '' && attached.length === 0)) return false
    sending.current = true
    setFailure(undefined)
    let words = said
    const forget = () => {
      words = ''
      setTyped('')
      draft.clear()
    }
    let trouble: string | undefined
    // Each picture is a message; the words go with the first.
    for (const { key, file, url } of attached) {
      const result = await put(other, { text: words, picture: file })
      if (!result.ok) {
        trouble = result.error.message
        break
      }
      drop(key)
      URL.revokeObjectURL(url)
      forget()
    }
    if (trouble === undefined && words !== '') {
      const result = await put(other, { text: words })
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
    attach: (files) => {
      const fresh = files
        .filter((file) => file.type.startsWith('image/'))
        .map((file) => {
          count.current += 1
          return { key: `picture-${count.current}`, file, url: URL.createObjectURL(file) }
        })
      setAttached((all) => [...all, ...fresh])
      setFailure(fresh.length < files.length ? 'Only pictures can be sent.' : undefined)
    },
    detach(key) {
      const gone = attached.find((one) => one.key === key)
      if (gone) URL.revokeObjectURL(gone.url)
      drop(key)
    },
    fault,
    ready: said !== '' || attached.length > 0,
    failure,
    send,
  }
}
