import { IconRefresh, IconSparkles } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import type { AdWriter, WrittenText } from './use-ad-writer.ts'

interface Props {
  open: boolean
  writer: AdWriter
  /** What is in the description is replaced. */
  replaces: boolean
  onClose: () => void
  onUse: (text: string) => void
  onRegenerate: () => void
}

const origins: Readonly<Record<WrittenText['by'], string>> = {
  template: 'Template text, written on this phone',
  ai: 'Written by an AI service. Please read it before you use it.',
}

/** The generated text, and what to do with it (R-POST-07 to R-POST-11). */
export function TextDialog({ open, writer, replaces, onClose, onUse, onRegenerate }: Props) {
  const { loading, written, note } = writer
  const said = loading ? 'Writing the text' : written ? 'The text is ready' : ''
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
      <output className="sr-only">{said}</output>
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
