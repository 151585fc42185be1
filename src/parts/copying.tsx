import { useCallback, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** Copies a text to the clipboard; if the browser does not allow that, `fallback` shows the text for copying by hand. */
export function useCopy(message = 'Copied.') {
  const notify = useNotify()
  const [copied, setCopied] = useState(false)
  const [byHand, setByHand] = useState<string>()
  const copy = useCallback(
    (text: string) => {
      // The clipboard is undefined on a page without HTTPS.
      const clipboard = navigator.clipboard as Clipboard | undefined
      const copied = clipboard ? clipboard.writeText(text) : Promise.reject(new Error('no clipboard'))
      copied.then(
        () => {
          setCopied(true)
          notify({ severity: 'success', message })
        },
        () => setByHand(text),
      )
    },
    [notify, message],
  )
  const close = () => setByHand(undefined)
  const fallback = (
    <Dialog
      open={byHand !== undefined}
      onClose={close}
      title="Copy it from here"
      actions={<Button onClick={close}>Done</Button>}
    >
      <Textarea
        label="This browser does not let us copy. Select all of it and copy it by hand."
        readOnly
        value={byHand ?? ''}
        className="max-h-60 font-mono text-13!"
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
  return { copy, copied, fallback }
}
