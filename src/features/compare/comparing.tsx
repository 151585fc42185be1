import { IconPlus } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Compared } from '#local/react'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import type { HeadActs } from './car-head.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { factRows, featureRows } from './facts.ts'
import { Strip } from './strip.tsx'

interface Props {
  cars: readonly Compared[]
  acts: HeadActs
  /** Absent when no more fit. */
  onAdd?: () => void
}

/** What is shown of the facts, and the table. */
export function Comparing({ cars, acts, onAdd }: Props) {
  const money = useMoney()
  const [only, setOnly] = useState(false)
  const scroller = useRef<HTMLElement>(null)
  const id = useId()
  const rows = [factRows(cars, money), featureRows(cars)] as const
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
