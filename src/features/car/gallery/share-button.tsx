import { IconShare3 } from '@tabler/icons-react'
import { IconButton } from '#ui/icon-button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** The phone's own share sheet, or the link on the clipboard where there is none. */
export function ShareButton({ title, className }: { title: string; className?: string }) {
  const notify = useNotify()
  async function share() {
    const url = location.origin + location.pathname
    if (typeof navigator.share === 'function') {
      // Closing the sheet rejects as well; there is nothing to tell.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      notify({ severity: 'success', message: 'Link copied.' })
    } catch {
      notify({ severity: 'info', message: url, title: 'Copy this link', sticky: true })
    }
  }
  return (
    <IconButton
      icon={IconShare3}
      label={`Share ${title}`}
      look="disc"
      onClick={() => void share()}
      {...(className === undefined ? {} : { className })}
    />
  )
}
