import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { RemovableChip } from '#ui/show/chip.tsx'
import { BrandList } from './brand-list.tsx'
import { listTags, type SearchBoxChoice } from './choice.ts'
import { popupLook, usePopup } from './use-popup.ts'

interface Props {
  choice: SearchBoxChoice
  onChange: (next: SearchBoxChoice) => void
}

/**
 * Chooses brands and models. The field shows the choice as tags, typing filters the list below, and every brand in the list has a
 * checkbox and unfolds to its models (R-HOME-08 to R-HOME-11).
 */
export function BrandPicker({ choice, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = useRef<() => boolean>(undefined)
  const [typed, setTyped] = useState('')
  const { open, show, close, root } = usePopup(input, '[data-row] input')
  const tags = listTags(choice)
  // Typed text without a choice is not part of the search, so it is removed.
  if (!open && typed !== '') setTyped('')

  function press(event: KeyboardEvent) {
    const last = tags.at(-1)
    if (event.key === 'Backspace' && typed === '' && last) onChange(last.without)
    // Without typed text Enter submits the search, as in every other field.
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    if (take.current?.() === true) setTyped('')
  }
  return (
    <div {...root} className="relative min-w-0">
      <label htmlFor={`${id}i`} className="mb-1.5 block text-sm font-medium text-ink">
        Brand And Model
      </label>
      <div className="flex min-h-12 flex-wrap items-center gap-1 rounded-input border border-control bg-surface px-0.5 transition hover:border-ink-3 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-brand">
        {tags.length > 0 && (
          <ul aria-label="Chosen brands and models" className="contents">
            {tags.map((tag) => (
              <li key={tag.key} className="max-w-full">
                <RemovableChip
                  label={tag.label}
                  onRemove={() => {
                    onChange(tag.without)
                    input.current?.focus()
                  }}
                  className="max-w-full px-3!"
                />
              </li>
            ))}
          </ul>
        )}
        <span className="flex min-w-28 flex-1 items-center">
          <input
            ref={input}
            id={`${id}i`}
            type="text"
            role="combobox"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={open ? `${id}p` : undefined}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={limits.maxFilterText}
            placeholder={tags.length === 0 ? 'Any brand' : 'Add another'}
            value={typed}
            onClick={show}
            onKeyDown={press}
            onChange={({ target }) => {
              setTyped(target.value)
              show()
            }}
            className="min-h-11 min-w-0 flex-1 bg-transparent pl-3 text-lg text-ink outline-none placeholder:text-ink-2"
          />
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            onClick={() => {
              if (open) close()
              else show()
              input.current?.focus()
            }}
            className="grid size-11 shrink-0 place-items-center text-ink-3"
          >
            <Icon of={IconChevronDown} />
          </button>
        </span>
      </div>
      {open && (
        <dialog
          open
          id={`${id}p`}
          data-popup
          aria-label="Brands and models"
          tabIndex={-1}
          className={`${popupLook} w-auto max-w-none min-w-72`}
        >
          <BrandList typed={typed} choice={choice} onChange={onChange} take={take} />
        </dialog>
      )}
    </div>
  )
}
