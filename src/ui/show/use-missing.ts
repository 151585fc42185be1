import { useEffect, useState } from 'react'

/**
 * Returns whether a picture failed to load, and the handler that reports the failure. An `online` event retries the picture.
 * With `every`, an invisible request also retries it at that interval in milliseconds.
 */
export function useMissing(src: string | undefined, every?: number): [missing: boolean, fail: () => void] {
  const [lost, setLost] = useState<string>()
  const missing = src !== undefined && src === lost
  useEffect(() => {
    if (!missing) return undefined
    const forget = () => setLost(undefined)
    const look = () => {
      const image = new Image()
      image.onload = forget
      image.src = src
    }
    const timer = every === undefined ? undefined : setInterval(look, every)
    window.addEventListener('online', forget)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', forget)
    }
  }, [missing, src, every])
  return [missing, () => setLost(src)]
}
