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

/** Reads the words of a search with the names this phone knows, and passes the result to `onRead`; says when the address has more. */
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
