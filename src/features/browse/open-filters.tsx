import { useEffect, useRef, useState } from 'react'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'

interface Props {
  /** Filters in force. */
  count: number
  onOpen: () => void
  /** The code of the panel may be fetched: a finger is on its way. */
  onNear: () => void
}

/**
 * The way to the filters where there is no panel: in the search box, and floating above the cards once that box has
 * been scrolled away (R-LIST-10).
 */
export function OpenFilters({ count, onOpen, onNear }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!box.current || !('IntersectionObserver' in window)) {
      setAway(true)
      return
    }
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const words = count === 0 ? 'Filters' : `Filters · ${count}`
  const shared = { look: 'inverse', size: 'sm', icon: IconAdjustmentsHorizontal, onClick: onOpen } as const
  return (
    <>
      <span ref={box} className="wide:hidden" onPointerDown={onNear} onFocus={onNear}>
        <Button {...shared} aria-haspopup="dialog">
          {words}
        </Button>
      </span>
      {away && (
        <span
          className="fixed right-4 bottom-[calc(var(--bottom-bar)+0.75rem)] z-10 wide:hidden"
          onPointerDown={onNear}
        >
          <Button {...shared} aria-haspopup="dialog" aria-label={`${words}, open`} className="shadow-e1">
            {words}
          </Button>
        </span>
      )}
    </>
  )
}
