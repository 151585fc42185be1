import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useOutboxActions } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useCopy } from '#parts/copying.tsx'

/** For the support: what this phone did lately, without anything a person wrote. */
export function ReportButton() {
  const { report } = useOutboxActions()
  const { copy, fallback } = useCopy()
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  async function copyReport() {
    setBusy(true)
    const text = await report()
    setBusy(false)
    if (text === undefined) notify({ severity: 'error', message: 'There is no report on this phone.' })
    else copy(text)
  }
  return (
    <section className="mt-10 border-t border-line pt-5">
      <h2 className="text-lg font-bold">Something is stuck?</h2>
      <p className="mt-1 text-sm text-ink-2">
        The report tells our support what this phone did lately. Nothing that you wrote is in it.
      </p>
      <Button
        size="sm"
        look="outline"
        icon={IconCopy}
        loading={busy}
        className="mt-3"
        onClick={() => void copyReport()}
      >
        Copy report
      </Button>
      {fallback}
    </section>
  )
}
