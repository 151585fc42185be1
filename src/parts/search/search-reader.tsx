import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { cutSentence, isCutText } from '#contract/list-query.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { readPieces, type Piece } from './read-search.ts'
import { useReference } from './use-reference.ts'

export interface ReadSearch {
  text: string
  pieces: readonly Piece[]
}
interface Props {
  text: string
  onRead: (read: ReadSearch) => void
}

/** Reads a search text with the names on this phone and passes the result to `onRead`; says when the text was cut. */
export function SearchReader({ text, onRead }: Props) {
  const reference = useReference()
  useEffect(() => {
    if (reference.ready) onRead({ text, pieces: readPieces(text, reference) })
  }, [text, reference, onRead])
  const notify = useNotify()
  const typed = new URLSearchParams(useSearch()).get('q')
  useEffect(() => {
    if (isCutText(typed)) notify({ severity: 'info', message: cutSentence })
  }, [typed, notify])
  return null
}
