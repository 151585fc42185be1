import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { OwnAd } from './use-own-ads.ts'

interface Props {
  ad: OwnAd
  /** The moment of doubt is over: it goes as soon as it can. */
  sure: boolean
  onUndo: () => void
}

/** Wished away and not yet gone on the server: there is still a way back. */
export function DeletedAd({ ad, sure, onUndo }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  const fresh = useRef(!sure)
  // What was pressed to delete it is gone; whoever works by keys or by ear is led to the way back.
  useEffect(() => {
    if (fresh.current) undo.current?.focus()
  }, [])
  return (
    <div className="flex items-center gap-3 rounded-card border border-dashed border-control py-2 pr-2 pl-4">
      <p className="min-w-0 flex-1 text-sm text-ink-2">
        <span className="block truncate font-medium">{ad.fields.title}</span>
        {sure ? 'Will be deleted when this reaches the server' : 'Being deleted …'}
      </p>
      <Button ref={undo} look="quiet" size="sm" onClick={onUndo}>
        Undo<span className="sr-only"> deleting {ad.fields.title}</span>
      </Button>
    </div>
  )
}
