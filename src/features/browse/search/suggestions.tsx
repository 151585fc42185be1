import { type MouseEvent, type RefObject, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import { IconCar, IconHistory, IconMapPin, IconTag } from '@tabler/icons-react'
import type { ListingState } from '#catalogue'
import { useLastSearches } from '#local/react'
import { useReference } from '#parts/search/use-reference.ts'
import { type Suggestion, listSuggestions } from './suggest.ts'

/** Functions of the list of suggestions for the search box. */
export interface Assistant {
  /** Handles a key that was pressed in the box; returns true when the list has used it. */
  press: (key: string) => boolean
  /** Called with the text of a submitted search. */
  submitted: (text: string) => void
}

interface Props {
  id: string
  text: string
  state: ListingState
  assistant: RefObject<Assistant | undefined>
  /** Receives the id of the line selected by keys. */
  onActive: (id: string | undefined) => void
  /** Receives whether there are suggestions. */
  onFilled: (filled: boolean) => void
  onTake: (next: ListingState) => void
}
/** The box keeps the focus, because its blur would remove the list before the click arrives. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const icons = { recent: IconHistory, make: IconTag, model: IconCar, province: IconMapPin, city: IconMapPin }

/** Shows last searches, then matching brands, models and places: a listbox controlled by the keys of the box. */
export function Suggestions({ id, text, state, assistant, onActive, onFilled, onTake }: Props) {
  const reference = useReference()
  const { texts, remember, clear } = useLastSearches()
  const lines = useMemo(() => listSuggestions(text, state, reference, texts), [text, state, reference, texts])
  // A changed text resets the selection to above the first line. Names that load later do not move the selection.
  const [at, setAt] = useState<{ text: string; key: string | undefined }>({ text, key: undefined })
  const index = at.text === text ? lines.findIndex((line) => line.key === at.key) : -1
  const current = lines[index]
  const idOf = (line: Suggestion) => `${id} ${line.key}`.replaceAll(/\s+/g, '-')

  function take(line: Suggestion) {
    remember(line.words)
    onTake(line.next)
  }
  function press(key: string): boolean {
    if (lines.length === 0) return false
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (by !== 0) {
      // There is one more place than lines: the typed text is above the first line.
      const places = lines.length + 1
      setAt({ text, key: lines[((index + 1 + by + places) % places) - 1]?.key })
      return true
    }
    if (key !== 'Enter' || !current) return false
    take(current)
    return true
  }
  useImperativeHandle(assistant, () => ({ press, submitted: remember }))
  const active = current && idOf(current)
  const filled = lines.length > 0
  useEffect(() => onActive(active), [active, onActive])
  useEffect(() => {
    onFilled(filled)
    return () => onFilled(false)
  }, [filled, onFilled])

  if (!filled) return null
  const recent = lines.every((l) => l.kind === 'recent')
  // The keys of the box control this list, which no native list supports, so the roles describe it.
  const listProps = { id, role: 'listbox', 'aria-label': recent ? 'Last searches' : 'Suggestions' }
  const lineProps = (line: Suggestion) => ({
    id: idOf(line),
    role: 'option',
    'aria-selected': line === current,
    onMouseDown: keepFocus,
    onClick: () => take(line),
  })
  return (
    <div className="absolute inset-x-0 top-full mt-2 max-w-xl overflow-hidden rounded-card border border-line bg-surface shadow-e1">
      <div {...listProps} className="max-h-[min(24rem,50dvh)] overflow-y-auto overscroll-contain py-1.5">
        {lines.map((line) => {
          const Icon = icons[line.kind]
          return (
            <div
              key={line.key}
              {...lineProps(line)}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-4 text-lg hover:bg-sunken aria-selected:bg-brand-tint aria-selected:text-brand"
            >
              <Icon size={20} stroke={1.75} aria-hidden className="shrink-0 text-ink-3" />
              <span className="min-w-0 truncate">{line.label}</span>
              {line.detail !== '' && (
                <span className="ml-auto shrink-0 pl-2 text-13 text-ink-3">
                  <span className="sr-only">, </span>
                  {line.detail}
                </span>
              )}
            </div>
          )
        })}
      </div>
      {lines.some((l) => l.kind === 'recent') && (
        <div className="flex items-center justify-between border-t border-line pr-2 pl-4 text-13 text-ink-3">
          <span>Kept on this phone only</span>
          <button
            type="button"
            onMouseDown={keepFocus}
            onClick={clear}
            className="min-h-11 rounded-pill px-2 font-semibold text-brand"
          >
            Clear last searches
          </button>
        </div>
      )}
    </div>
  )
}
