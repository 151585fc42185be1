import { ignoreExpected, isAborted, isRefused, named } from '#contract/values/expected.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'

/** Shares an address of this app with the phone's share sheet, or copies the link to the clipboard. */
export function useShare(): (what: { title: string; path: string }) => Promise<void> {
  const notify = useNotify()
  return async ({ title, path }) => {
    const url = location.origin + path
    if (typeof navigator.share === 'function') {
      // The promise also rejects when the person closes the sheet, which needs no notice.
      await navigator.share({ title, url }).catch(ignoreExpected('share', isAborted, isRefused))
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      notify({ severity: 'success', message: 'Link copied.' })
    } catch (error) {
      ignoreExpected('copy-link', isRefused, named('TypeError'))(error)
      notify({ severity: 'info', message: url, title: 'Copy this link', sticky: true })
    }
  }
}
