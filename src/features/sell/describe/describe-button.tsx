import { IconArrowBackUp, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type DescribeFields,
  describeWarning,
  missingForDescription,
} from '#contract/selling/describe-fields.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { TextDialog } from './text-dialog.tsx'
import { useAdWriter } from './use-ad-writer.ts'

export interface DescribeButtonProps {
  /** What the form has so far; may change at any time. */
  fields: DescribeFields
  /** What is in the description now, so that it can be put back. */
  description?: string
  /** Puts a text into the description. */
  onUse: (text: string) => void
}

/** "Generate AI Description": has a text written from the form, and hands it over when it is wanted (R-POST-07). */
export function DescribeButton({ fields, description = '', onUse }: DescribeButtonProps) {
  const writer = useAdWriter()
  const [shown, setShown] = useState<'text' | 'warning'>()
  const [missing, setMissing] = useState<ReturnType<typeof missingForDescription>>([])
  /** What "Use" put in, and what stood there before. */
  const [replaced, setReplaced] = useState<{ by: string; before: string }>()
  const mayUndo = replaced !== undefined && replaced.before.trim() !== '' && description === replaced.by

  function generate() {
    const empty = missingForDescription(fields)
    setMissing(empty)
    setShown(empty.length > 0 ? 'warning' : 'text')
    if (empty.length === 0 && !writer.loading) writer.write(fields)
  }
  return (
    // One element: a form that spaces its children must not move the dialogs.
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
          setReplaced({ by: text, before: description })
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
