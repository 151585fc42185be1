import { type RefObject, useEffect, useState } from 'react'
import type { Compared } from '#local/react'
import { Picture } from '#parts/picture.tsx'
import { useMoney } from '#parts/price.tsx'
import { narrowest } from './comparison-table.tsx'
import { nameOf } from './names.ts'

interface Props {
  compared: readonly Compared[]
  /** Around the table, and what scrolls sideways: the strip goes with it, and stands in for its heads out of sight. */
  table: RefObject<HTMLElement | null>
}

/**
 * The cars again, small, at the top of the window. A head inside something that scrolls sideways cannot stay there by
 * itself. It repeats what the table says, so only eyes get it.
 */
export function Strip({ compared, table }: Props) {
  const [away, setAway] = useState(false)
  const [left, setLeft] = useState(0)
  const money = useMoney()
  useEffect(() => {
    const box = table.current
    const head = box?.querySelector('thead')
    if (!head || !box || !('IntersectionObserver' in window)) return
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    const follow = () => setLeft(box.scrollLeft)
    watcher.observe(head)
    box.addEventListener('scroll', follow, { passive: true })
    return () => {
      watcher.disconnect()
      box.removeEventListener('scroll', follow)
    }
  }, [table])
  return (
    <div
      aria-hidden
      className="pointer-events-none sticky top-[calc(var(--header)+env(safe-area-inset-top,0px))] z-20 h-0"
    >
      <div
        className={`-mx-4 overflow-hidden border-b border-line bg-paper transition-opacity duration-200 lg:mx-0 ${away ? 'opacity-100' : 'invisible opacity-0'}`}
      >
        <div
          className="flex py-2"
          style={{ minWidth: `${narrowest(compared.length)}rem`, translate: `${-left}px 0` }}
        >
          <span
            className="relative z-10 w-28 shrink-0 bg-paper sm:w-40 lg:w-36"
            style={{ translate: `${left}px 0` }}
          />
          {compared.map((one) => (
            <span
              key={one.slug}
              className="flex min-w-0 flex-1 flex-col gap-x-2 gap-y-1 px-1.5 sm:flex-row sm:items-center sm:px-2.5"
            >
              <span className="w-12 shrink-0 overflow-hidden rounded-chip">
                <Picture picture={one.car?.pictures[0]} sizes="48px" alt="" />
              </span>
              <span className="min-w-0">
                <span className="hidden truncate text-13 font-medium sm:block">{nameOf(one)}</span>
                {one.car && (
                  <span className="figures block truncate text-13 font-bold sm:text-sm">
                    {money(one.car.price)}
                  </span>
                )}
              </span>
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
