import { useRef, type FormEvent, type ReactNode } from 'react'
import { IconSearch } from '@tabler/icons-react'
import type { ListingState } from '#catalogue'
import { limits } from '#contract/limits.ts'
import { changed } from './state/filter-change.ts'

interface Props {
  state: ListingState
  onChange: (next: ListingState) => void
  children: ReactNode
}

/** Free words, and at its end the way to all filters. */
export function SearchBox({ state, onChange, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const words = input.current?.value.trim() ?? ''
    onChange(changed(state, { search: words === '' ? undefined : words }))
    input.current?.blur()
  }
  return (
    <search>
      <form
        onSubmit={submit}
        className="flex min-h-13 items-center gap-1 rounded-pill border border-line bg-surface p-1 pl-4 has-[input:focus]:border-brand"
      >
        <IconSearch size={20} stroke={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <input
          key={state.search ?? ''}
          ref={input}
          type="search"
          name="q"
          defaultValue={state.search ?? ''}
          maxLength={limits.maxFilterText}
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search cars"
          placeholder="Toyota Hilux 2019"
          className="min-h-11 min-w-0 flex-1 bg-transparent px-1 text-lg outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {children}
      </form>
    </search>
  )
}
