import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#contract/errors.ts'
import type { DescribeFields } from '#contract/selling/describe-fields.ts'
import { templateText } from '#contract/selling/template-text.ts'
import { regionOf } from '#contract/values/region.ts'
import { useAdText, useConnection, useSession, useSiteSettings } from '#local/react'

/** The latest text. */
export interface WrittenText {
  text: string
  by: 'ai' | 'template'
  /** It stopped before its end. */
  cut: boolean
}
export interface AdWriter {
  loading: boolean
  written: WrittenText | undefined
  /** Why the last try was not what was asked for. */
  note: string | undefined
  write: (fields: DescribeFields) => void
}

/** Nothing was said about why: there is no way to the server. */
const silent: ReadonlySet<string> = new Set(['network', 'timeout', 'not_our_server', 'bad_reply'])
const whyTemplate = ({ code, message }: AppError): string =>
  silent.has(code) ? 'The text service cannot be reached from here.' : message

/** Has texts written, one at a time. A text stays until the next one has begun to come, whatever becomes of that. */
export function useAdWriter(): AdWriter {
  const requestText = useAdText()
  const { state } = useConnection()
  const { user } = useSession()
  const { currencySign } = regionOf[useSiteSettings().market]
  const [written, setWritten] = useState<WrittenText>()
  const [loading, setLoading] = useState(false)
  const [note, setNote] = useState<string>()
  const under = useRef<AbortController>(undefined)
  const turn = useRef(0)
  useEffect(() => () => under.current?.abort(), [])

  function byTemplate(fields: DescribeFields, why?: string) {
    setWritten({ text: templateText(fields, currencySign, turn.current), by: 'template', cut: false })
    turn.current += 1
    setNote(why)
    setLoading(false)
  }
  async function byService(fields: DescribeFields) {
    const mine = new AbortController()
    under.current = mine
    let text = ''
    let template = false
    const error = await requestText(fields, {
      signal: mine.signal,
      began: (source) => {
        template = source === 'template'
      },
      more: (piece) => {
        // The template is the same here, and has other sentences for the next turn.
        if (template || mine.signal.aborted) return
        text += piece
        setWritten({ text, by: 'ai', cut: false })
      },
    })
    if (mine.signal.aborted) return
    const whole = text.trim()
    if (template) byTemplate(fields)
    else if (!error && whole !== '') {
      setWritten({ text: whole, by: 'ai', cut: false })
      setLoading(false)
    } else if (whole !== '') {
      setWritten({ text: whole, by: 'ai', cut: true })
      setNote(error?.message)
      setLoading(false)
    } else byTemplate(fields, error && whyTemplate(error))
  }
  return {
    loading,
    written,
    note,
    write(fields) {
      under.current?.abort()
      setNote(undefined)
      if (!user) byTemplate(fields, 'Sign in to have a text written by the AI service.')
      else if (state === 'offline') byTemplate(fields, 'There is no signal here.')
      else {
        setLoading(true)
        void byService(fields)
      }
    },
  }
}
