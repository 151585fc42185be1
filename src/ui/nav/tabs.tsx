import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'

const looks = {
  line: {
    list: 'gap-1 border-b border-line',
    tab: '-mb-px min-h-12 border-b-2',
    on: 'border-brand text-brand',
    off: 'border-transparent text-ink-2 hover:text-ink',
  },
  pill: {
    list: 'gap-2',
    tab: 'min-h-11 rounded-pill border',
    on: 'border-transparent bg-brand-tint text-brand',
    off: 'border-line bg-surface text-ink hover:bg-sunken',
  },
}

interface Props<V extends string> {
  label: string
  tabs: readonly { value: V; label: ReactNode }[]
  value: V
  onChange: (value: V) => void
  /** `pill`: for tabs inside another tab. */
  look?: keyof typeof looks
  /** Content of the selected tab. */
  children: ReactNode
}

/** Renders tabs in the WAI-ARIA pattern: arrow keys, Home and End select another tab. */
export function Tabs<V extends string>({ label, tabs, value, onChange, look = 'line', children }: Props<V>) {
  const shape = looks[look]
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const go = (event: KeyboardEvent) => {
    const at = tabs.findIndex((t) => t.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    const tab = tabs[next]
    if (!tab) return
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classNames('scrollbar-none flex overflow-x-auto', shape.list)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={go}
            className={classNames(
              'shrink-0 whitespace-nowrap px-4 text-sm font-semibold transition',
              shape.tab,
              tab.value === value ? shape.on : shape.off,
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0}>
        {children}
      </div>
    </>
  )
}
