import { useEffect, useState } from 'react'

/** Longest wait for a quiet moment. */
const patience = 2500

/** `true` once the page has loaded and has nothing better to do: for what no first view needs. */
export function useAtRest(): boolean {
  const [rest, setRest] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const done = () => setRest(true)
      timer = setTimeout(done, patience)
      if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: patience })
    }
    if (document.readyState === 'complete') settle()
    else addEventListener('load', settle, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('load', settle)
    }
  }, [])
  return rest
}
