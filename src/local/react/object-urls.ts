import { ignoreExpected } from '#contract/values/expected.ts'
import { useEffect, useState } from 'react'
import { isPassing } from '../database/failures.ts'

const none: ReadonlyMap<string, string> = new Map()

/** Returns object URLs of blobs by their ids, valid while the component is mounted. `read` must be stable. */
export function useObjectUrls(
  ids: readonly string[],
  read: (id: string) => Promise<Blob | undefined>,
): ReadonlyMap<string, string> {
  const [shown, setShown] = useState(none)
  const wanted = ids.join()
  useEffect(() => {
    if (wanted === '') return undefined
    const urls = new Map<string, string>()
    let over = false
    const look = async () => {
      for (const id of wanted.split(',')) {
        const blob = await read(id)
        if (over) return
        if (blob) urls.set(id, URL.createObjectURL(blob))
      }
      setShown(urls)
    }
    // A missing preview is not reported to the person.
    look().catch(ignoreExpected('preview', isPassing))
    return () => {
      over = true
      for (const url of urls.values()) URL.revokeObjectURL(url)
    }
  }, [read, wanted])
  return shown
}

/** Returns the object URL of one blob. */
export function useObjectUrl(
  id: string | undefined,
  read: (id: string) => Promise<Blob | undefined>,
): string | undefined {
  return useObjectUrls(id === undefined ? [] : [id], read).get(id ?? '')
}
