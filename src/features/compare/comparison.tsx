import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Compared } from '#local/react'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { CarPicture } from '#parts/car-picture.tsx'
import type { CompareHeadActions } from './car-head.tsx'
import { ComparisonTable, minTableWidth } from './comparison-table.tsx'
import { compareFacts, compareFeatures, nameComparedCar } from './facts.ts'

interface Props {
  cars: readonly Compared[]
  acts: CompareHeadActions
  /** Undefined when no more cars fit. */
  onAdd?: () => void
}

/** Shows the options of the comparison and its table. */
export function Comparison({ cars, acts, onAdd }: Props) {
  const money = useMoney()
  const [only, setOnly] = useState(false)
  const scroller = useRef<HTMLElement>(null)
  const id = useId()
  const rows = [compareFacts(cars, money), compareFeatures(cars)] as const
  const differing = rows.flat().filter((row) => row.differs).length
  const [facts, features] = rows.map((some) => (only ? some.filter((row) => row.differs) : some))
  const several = cars.length > 1
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {several && (
          <Checkbox
            label={
              <>
                Only differences <span className="text-ink-3 tabular-nums">{differing}</span>
              </>
            }
            checked={only}
            onChange={({ target }) => setOnly(target.checked)}
            className="text-base"
          />
        )}
        {onAdd && (
          <Button
            look="quiet"
            size="sm"
            icon={IconPlus}
            onClick={onAdd}
            className={`lg:hidden ${several ? '-mr-3' : '-ml-4'}`}
          >
            Add a car
          </Button>
        )}
      </div>
      {!several && <p className="mt-2 text-ink-2">One more car, and you see where they differ.</p>}
      <div className="mt-3 lg:flex lg:gap-5">
        <div className="min-w-0" style={{ flex: `0 1 ${9 + cars.length * 17}rem` }}>
          <Strip compared={cars} table={scroller} />
          <section
            ref={scroller}
            aria-labelledby={id}
            className="relative -mx-4 overflow-x-auto overscroll-x-contain pb-2 lg:mx-0"
          >
            <h2 id={id} className="sr-only">
              Side by side
            </h2>
            <ComparisonTable compared={cars} facts={facts ?? []} features={features ?? []} acts={acts} />
          </section>
          {only && differing === 0 && several && (
            <p className="py-8 text-center text-ink-2">These cars say the same about themselves.</p>
          )}
        </div>
        {onAdd && (
          <button
            type="button"
            onClick={onAdd}
            className="hidden aspect-[4/3] max-w-63 flex-1 self-start flex-col items-center justify-center gap-2 rounded-grid border-2 border-dashed border-control text-sm font-semibold text-brand hover:bg-brand-tint lg:flex"
          >
            <Icon of={IconPlus} size={28} />
            Add a car
          </button>
        )}
      </div>
    </>
  )
}

interface StripProps {
  compared: readonly Compared[]
  /** Scrolling box of the table: the strip follows its position, and shows when its heads are out of sight. */
  table: RefObject<HTMLElement | null>
}

/**
 * Repeats the cars in small form at the top of the window, because a head inside a box that scrolls sideways cannot be sticky
 * there. Screen readers skip it, because it repeats the table.
 */
function Strip({ compared, table }: StripProps) {
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
          style={{ minWidth: `${minTableWidth(compared.length)}rem`, translate: `${-left}px 0` }}
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
                <CarPicture picture={one.car?.pictures[0]} sizes="48px" alt="" />
              </span>
              <span className="min-w-0">
                <span className="hidden truncate text-13 font-medium sm:block">{nameComparedCar(one)}</span>
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
