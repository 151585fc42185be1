import {
  useId,
  useRef,
  useState,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { IconSearch } from '@tabler/icons-react'
import { listingHref, type ListingState } from '#catalogue'
import { limits } from '#contract/limits.ts'
import { AddressFields } from '#parts/search/address-fields.tsx'
import { changeFilters } from '#parts/search/filter-change.ts'
import { lazyPart } from '#parts/use-at-rest.ts'
import type { Assistant } from './suggestions.tsx'

/** The suggestions; without their code the box is a plain search field. */
const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions)

interface Props {
  state: ListingState
  onChange: (next: ListingState) => void
  children: ReactNode
}

/** Searches for free text with suggestions, and has the button of all filters at its end. */
export function ListSearchBox({ state, onChange, children }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const assistant = useRef<Assistant>(undefined)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<string>()
  const [filled, setFilled] = useState(false)
  function show() {
    setText(input.current?.value ?? '')
    setOpen(true)
  }
  function close() {
    setOpen(false)
    setActive(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const words = input.current?.value.trim() ?? ''
    assistant.current?.submitted(words)
    close()
    onChange(changeFilters(state, { search: words === '' ? undefined : words }))
    input.current?.blur()
  }
  function take(next: ListingState) {
    close()
    // A new search text recreates the input by its `key`; an equal text does not, so the typed text is reset here.
    if (input.current) input.current.value = next.search ?? ''
    input.current?.blur()
    onChange(next)
  }
  function press(event: KeyboardEvent) {
    if (!open && event.key === 'ArrowDown') show()
    if (open && event.key === 'Escape') close()
    else if (!assistant.current?.press(event.key)) return
    event.preventDefault()
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  const shown = open && filled
  return (
    <search className={`relative ${open ? 'z-20' : ''}`} onBlur={leave}>
      <form
        action="/listings"
        onSubmit={submit}
        className="flex min-h-13 items-center gap-1 rounded-pill border border-line bg-surface p-1 pl-4 has-[input:focus]:border-brand"
      >
        <AddressFields href={listingHref({ ...state, search: undefined, page: 1 })} />
        <IconSearch size={20} stroke={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <input
          key={state.search ?? ''}
          ref={input}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}list` : undefined}
          aria-activedescendant={shown ? active : undefined}
          name="q"
          defaultValue={state.search ?? ''}
          maxLength={limits.maxFilterText}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          aria-label="Search cars"
          placeholder="Toyota Hilux 2019"
          onFocus={show}
          onInput={show}
          onKeyDown={press}
          className="min-h-11 min-w-0 flex-1 bg-transparent px-1 text-lg outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {children}
      </form>
      {open && (
        <Suggestions
          id={`${id}list`}
          text={text}
          state={state}
          assistant={assistant}
          onActive={setActive}
          onFilled={setFilled}
          onTake={take}
        />
      )}
    </search>
  )
}
