import { useEffect, useState } from 'react'

/** The dialog that was opened last and still is, as long as a person asks. */
export function useOpenDialog(asked: boolean): Element | undefined {
  const [dialog, setDialog] = useState<Element>()
  useEffect(() => {
    if (!asked) return
    const look = () => setDialog([...document.querySelectorAll('dialog[open]')].at(-1))
    look()
    // Dialogs open and close by an attribute, or leave the page while they are open.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => {
      observer.disconnect()
      setDialog(undefined)
    }
  }, [asked])
  return dialog
}
