import { useEffect, useState } from 'react'

/**
 * Whether a picture could not be loaded, and the attributes that report it. With signal again it is tried again; `every`: also
 * after so many milliseconds, unseen until it comes.
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
