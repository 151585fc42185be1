import { IconArrowBackUp, IconRefresh, IconSparkles } from '@tabler/icons-react'
import { useState, useEffect, useRef } from 'react'
import {
  type DescribeFields,
  describeWarning,
  missingForDescription,
} from '#contract/selling/describe-fields.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import type { AppError } from '#contract/errors.ts'
import { templateText } from '#contract/selling/template-text.ts'
import { regionOf } from '#contract/values/region.ts'
import { useAdText, useConnection, useSession, useSiteSettings } from '#local/react'

interface WrittenText {
  text: string
  by: 'ai' | 'template'
  /** Whether the text is incomplete. */
  cut: boolean
}
type AdWriter = ReturnType<typeof useAdWriter>

/** Error codes without a message of the server: the server cannot be reached. */
const silent: ReadonlySet<string> = new Set(['network', 'timeout', 'not_our_server', 'bad_reply'])
const whyTemplate = ({ code, message }: AppError): string =>
  silent.has(code) ? 'The text service cannot be reached from here.' : message

/** Requests texts, one at a time. A text stays visible until the first part of the next text arrives. */
function useAdWriter() {
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
        // The server sent the template text. This phone has the same template and varies its sentences with each turn.
        if (template || mine.signal.aborted) return
        text += piece
        setWritten({ text, by: 'ai', cut: false })
      },
    })
    if (mine.signal.aborted) return
    const whole = text.trim()
    if (template) byTemplate(fields)
    else if (whole === '') byTemplate(fields, error && whyTemplate(error))
    else {
      setWritten({ text: whole, by: 'ai', cut: error !== undefined })
      setNote(error?.message)
      setLoading(false)
    }
  }
  return {
    loading,
    written,
    /** Reason why the last request failed. */
    note,
    write(fields: DescribeFields) {
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

/** The text that "Use" inserted, and the description before it. */
export interface ReplacedText {
  by: string
  before: string
}

export interface DescribeButtonProps {
  /** Current values of the form. */
  fields: DescribeFields
  /** Current description, which the person can restore after "Use". */
  description?: string
  /** Writes a text into the description. */
  onUse: (text: string) => void
  /** State for restoring the seller's own words. The parent holds it, because the wizard unmounts this button with its step. */
  replaced: ReplacedText | undefined
  onReplace: (replaced: ReplacedText) => void
}

/** Shows "Generate AI Description": requests a text from the form's values and inserts it on "Use" (R-POST-07). */
export function DescribeButton(props: DescribeButtonProps) {
  const { fields, description = '', onUse, replaced, onReplace } = props
  const writer = useAdWriter()
  const [shown, setShown] = useState<'text' | 'warning'>()
  const [missing, setMissing] = useState<ReturnType<typeof missingForDescription>>([])
  const mayUndo = replaced !== undefined && replaced.before.trim() !== '' && description === replaced.by

  function generate() {
    const empty = missingForDescription(fields)
    setMissing(empty)
    setShown(empty.length > 0 ? 'warning' : 'text')
    if (empty.length === 0 && !writer.loading) writer.write(fields)
  }
  return (
    // The root is one element, because a form that spaces its children must not move the dialogs.
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="secondary" size="sm" icon={IconSparkles} onClick={generate}>
          Generate AI Description
        </Button>
        {mayUndo && (
          <Button look="quiet" size="sm" icon={IconArrowBackUp} onClick={() => onUse(replaced.before)}>
            Put my own words back
          </Button>
        )}
      </div>
      <TextDialog
        open={shown === 'text'}
        writer={writer}
        replaces={description.trim() !== '' && description !== writer.written?.text}
        onClose={() => setShown(undefined)}
        onRegenerate={() => writer.write(fields)}
        onUse={(text) => {
          // A second text replaces the first text, so the person's own words are those before the first text.
          onReplace({ by: text, before: description === replaced?.by ? replaced.before : description })
          setShown(undefined)
          onUse(text)
        }}
      />
      <Dialog
        open={shown === 'warning'}
        onClose={() => setShown(undefined)}
        role="alertdialog"
        title="Not yet"
        actions={<Button onClick={() => setShown(undefined)}>OK</Button>}
      >
        <p>{describeWarning(missing)}</p>
      </Dialog>
    </div>
  )
}

interface Props {
  open: boolean
  writer: AdWriter
  /** Whether "Use" replaces the person's own description. */
  replaces: boolean
  onClose: () => void
  onUse: (text: string) => void
  onRegenerate: () => void
}

const origins: Readonly<Record<WrittenText['by'], string>> = {
  template: 'Template text, written on this phone',
  ai: 'Written by an AI service. Please read it before you use it.',
}

/** Shows the generated text with the buttons "Use" and "Regenerate" (R-POST-07 to R-POST-11). */
function TextDialog({ open, writer, replaces, onClose, onUse, onRegenerate }: Props) {
  const { loading, written, note } = writer
  const announcement = loading ? 'Writing the text' : written ? 'The text is ready' : ''
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="AI Generated Message"
      actions={
        <>
          <Button look="outline" icon={IconRefresh} loading={loading} onClick={onRegenerate}>
            Regenerate
          </Button>
          <Button disabled={loading || !written} onClick={() => written && onUse(written.text)}>
            Use
          </Button>
        </>
      }
    >
      <output className="sr-only">{announcement}</output>
      {written && (
        <p className="mt-1 flex items-start gap-2 text-sm font-medium text-ink-2">
          <Icon of={IconSparkles} size={18} className="mt-px shrink-0 text-brand" />
          {origins[written.by]}
        </p>
      )}
      <div
        aria-busy={loading || undefined}
        className="mt-3 min-h-40 rounded-input bg-sunken px-4 py-3 whitespace-pre-line text-ink"
      >
        {written?.text}
        {loading && (
          <span className="flex items-center gap-2 py-2 text-ink-2">
            <Spinner /> {written ? 'Still writing' : 'Writing'} …
          </span>
        )}
      </div>
      {written?.cut && (
        <p className="mt-3 text-sm font-medium text-danger">
          {note ?? 'The text was cut off.'} What had come is kept above.
        </p>
      )}
      {!written?.cut && note && <p className="mt-3 text-sm text-ink-2">{note}</p>}
      {replaces && written && !loading && (
        <p className="mt-3 text-sm text-ink-2">
          “Use” puts this in place of what you wrote. You can undo it.
        </p>
      )}
    </Dialog>
  )
}
