import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { lazyPart } from '#parts/use-at-rest.ts'
import { Icon } from '#ui/icon.tsx'
import { Chip, RemovableChip } from '#ui/show/chip.tsx'
import type { ReadSearch } from '#parts/search/search-reader.tsx'

/** Reads the search text; without its code the text is searched for as it is, because the listings read it. */
const SearchReader = lazyPart(async () => (await import('#parts/search/search-reader.tsx')).SearchReader)

const examples = ['Family car in Abuja under 4m', 'Toyota automatic Lagos', 'Diesel bakkie near Pretoria']

interface Props {
  text: string
  /** Recognised parts of exactly this text; undefined until it is read. */
  read: ReadSearch | undefined
  onChange: (text: string) => void
  onRead: (read: ReadSearch) => void
}

/** Takes free text and shows its recognised parts below, each of which can be removed. */
export function PhraseBox({ text, read, onChange, onRead }: Props) {
  const trimmed = text.trim()
  return (
    <div>
      <label className="flex min-h-14 items-center gap-2 rounded-pill border border-control bg-surface pr-2 pl-4 transition hover:border-ink-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-brand">
        <Icon of={IconSearch} className="text-ink-3" />
        <span className="sr-only">Search in your own words</span>
        <input
          type="search"
          name="q"
          maxLength={limits.maxFilterText}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          placeholder="Toyota under 5m automatic Lagos"
          value={text}
          onChange={({ target }) => onChange(target.value)}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-lg text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
        />
      </label>
      <ul
        aria-label={trimmed === '' ? 'For example' : 'Understood'}
        className="scrollbar-none -mx-4 mt-2 flex min-h-11 gap-2 overflow-x-auto overscroll-x-contain px-4"
      >
        {trimmed === ''
          ? examples.map((words) => (
              <li key={words} className="shrink-0">
                <Chip onClick={() => onChange(words)} className="text-ink-2!">
                  {words}
                </Chip>
              </li>
            ))
          : read?.pieces.map((piece) => (
              <li key={piece.key} className="shrink-0">
                <RemovableChip label={piece.label} onRemove={() => onChange(piece.cut(text))} />
              </li>
            ))}
      </ul>
      {trimmed !== '' && <SearchReader text={text} onRead={onRead} />}
    </div>
  )
}
