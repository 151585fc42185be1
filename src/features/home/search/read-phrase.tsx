import { useEffect } from 'react'
import { piecesOf, type Piece } from '#parts/search/read-search.ts'
import { useReference } from '#parts/search/use-reference.ts'
import { phraseMerger, type ListingUpdate } from './merge-phrase.ts'

export interface ReadPhrase {
  text: string
  pieces: readonly Piece[]
  merge: ListingUpdate
}
interface Props {
  text: string
  onRead: (read: ReadPhrase) => void
}

/** Reads a phrase against the names this phone knows, and hands up what it says; shows nothing itself. */
export function PhraseReader({ text, onRead }: Props) {
  const reference = useReference()
  useEffect(() => {
    if (!reference.ready) return
    onRead({ text, pieces: piecesOf(text, reference), merge: phraseMerger(text, reference) })
  }, [text, reference, onRead])
  return null
}
