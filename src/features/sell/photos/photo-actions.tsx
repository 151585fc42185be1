import { IconArrowLeft, IconArrowRight, IconStar, IconTrash } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

interface Props {
  place: number
  of: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** What can be done with the chosen picture, without dragging. Buttons that have nothing to do keep the focus. */
export function PhotoActions({ place, of, onMove, onRemove }: Props) {
  return (
    <div
      role="toolbar"
      aria-label={`Picture ${place + 1} of ${of}`}
      className="flex items-center gap-1 rounded-pill border border-line bg-surface px-1.5 py-1"
    >
      <Button size="sm" look="quiet" icon={IconStar} aria-pressed={place === 0} onClick={() => onMove(0)}>
        {place === 0 ? 'The cover' : 'Make cover'}
      </Button>
      <span className="flex-1" />
      <IconButton
        icon={IconArrowLeft}
        label="Move earlier"
        aria-disabled={place === 0}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(place - 1)}
      />
      <IconButton
        icon={IconArrowRight}
        label="Move later"
        aria-disabled={place === of - 1}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(place + 1)}
      />
      <IconButton icon={IconTrash} label="Delete picture" onClick={onRemove} />
    </div>
  )
}
