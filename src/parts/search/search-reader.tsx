import { useEffect } from 'react'
import { piecesOf, type Piece } from './read-search.ts'
import { useReference } from './use-reference.ts'

export interface ReadSearch {
  text: string
  pieces: readonly Piece[]
}
interface Props {
  text: string
  onRead: (read: ReadSearch) => void
}

/** Reads the words of a search with the names this phone knows, and passes the result to `onRead`. */
export function SearchReader({ text, onRead }: Props) {
  const reference = useReference()
  useEffect(() => {
    if (reference.ready) onRead({ text, pieces: piecesOf(text, reference) })
  }, [text, reference, onRead])
  return null
}
