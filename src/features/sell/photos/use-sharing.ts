import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useSharedPhotos } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import type { Album } from './album.ts'

/** Takes photos that another app shared into this draft; they are let go when all of them are kept. */
export function useSharing(id: string, album: Album): void {
  const { read, clear } = useSharedPhotos()
  const notify = useNotify()
  const [, navigate] = useLocation()
  const shared = new URLSearchParams(useSearch()).get('shared')
  const state = useRef<'waiting' | 'reading' | 'taken'>('waiting')
  const add = useRef(album.add)
  useEffect(() => {
    add.current = album.add
  })
  useEffect(() => {
    if (shared === null || state.current !== 'waiting') return
    state.current = 'reading'
    void read().then((files) => {
      if (files.length > 0) add.current(files)
      else
        notify({
          severity: 'error',
          message: 'The shared photos could not be taken over. Please add them here.',
        })
      state.current = 'taken'
    })
  }, [shared, read, notify])
  const done = album.pictures.length > 0 && album.picked.length === 0
  useEffect(() => {
    if (shared === null || state.current !== 'taken' || !done) return
    void clear()
    navigate(`/post/ad?draft=${id}`, { replace: true })
  }, [shared, done, clear, navigate, id])
}
