import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { useEffect, useRef, useState } from 'react'
import { errorRules } from '#contract/errors.ts'
import type { AdDraftView } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import type { PickedFile } from './album.ts'

type Keep = AdDraftView['keepPhoto']
interface Options {
  /** Number of pictures of the ad. */
  there: number
  keep: Keep
  /** Called after a picture is stored. */
  onStored?: (imageId: string) => void
}

const notTaken = 'These photos could not be taken over. Please try again.'

/** Stores picked files in the album, one after the other; a file that could not be stored stays visible with a retry button. */
export function usePicking({ there, keep, onStored }: Options) {
  const notify = useNotify()
  const [picked, setPicked] = useState<readonly PickedFile[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const count = useRef(0)
  /** Number of stored pictures and of picked files, including files that the state does not contain yet. */
  const all = useRef(there)
  const waiting = picked.filter(({ error }) => error === undefined).length
  useEffect(() => {
    all.current = there + waiting
  }, [there, waiting])

  async function work(one: PickedFile) {
    const result = await keep(one.file, one.name)
    if (result.ok) {
      setPicked((files) => files.filter(({ key }) => key !== one.key))
      if (result.again) notify({ severity: 'info', message: 'This picture is here already.' })
      onStored?.(result.imageId)
      return
    }
    const { code, msg } = result.error
    const words = msg === undefined || msg === '' ? errorRules[code].msg : msg
    const error = code === 'storage_full' ? `Not saved: ${words}` : words
    setPicked((files) => files.map((each) => (each.key === one.key ? { ...each, error } : each)))
  }
  async function add(files: readonly File[]) {
    // The code that checks files is loaded at the first pick.
    const picker = await import('./picker.ts').catch(ignoreExpected('load-picker', isMissingFile))
    if (!picker) {
      setRefused([notTaken])
      return
    }
    const taken = picker.takeFiles(files, all.current)
    all.current += taken.files.length
    setRefused(taken.refused)
    const fresh = taken.files.map((file): PickedFile => {
      count.current += 1
      return { key: `picked-${count.current}`, name: file.name, file, error: undefined }
    })
    setPicked((before) => [...before, ...fresh])
    for (const one of fresh) await work(one)
  }
  return {
    picked,
    refused,
    add: (files: readonly File[]) => void add(files),
    retry(key: string) {
      const one = picked.find((each) => each.key === key)
      if (!one) return
      const again = { ...one, error: undefined }
      setPicked((files) => files.map((each) => (each.key === key ? again : each)))
      void work(again)
    },
    drop: (key: string) => setPicked((files) => files.filter((each) => each.key !== key)),
  }
}
