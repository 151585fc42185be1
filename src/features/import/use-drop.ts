import { useEffect, useState } from 'react'

/** Files dropped anywhere on the page; says whether one hangs over it. Dropped elsewhere a browser would open them. */
export function useDrop(take: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', what: (event: DragEvent) => void) => {
      document.addEventListener(name, what, { signal: listening.signal })
    }
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer) take(event.dataTransfer.files)
    })
    return () => listening.abort()
  }, [take])
  return over
}
