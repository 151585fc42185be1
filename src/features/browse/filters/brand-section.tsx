import { useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { Brand } from '#contract/reference.ts'
import { grouped } from '#contract/values/region.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { beginsWith } from '#parts/search/begins-with.ts'
import { changeFilters, isChosen, toggleOption, removeParent } from '#parts/search/filter-change.ts'
import { countIn } from './facets.ts'
import { OptionList } from './option-list.tsx'
import { PanelSection, type SectionProps } from './panel-section.tsx'

const short = 6

interface Props extends SectionProps {
  brands: readonly Brand[] | undefined
}

export function BrandSection({ state, brands = [], facets, waiting, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const isOn = (brand: Brand) =>
    isChosen(state, 'make', brand.maketitle) || isChosen(state, 'make', brand._id)
  const options = brands
    .filter((b) => typed.trim() === '' || beginsWith(b.maketitle, typed))
    .map((brand) => {
      const title = brand.maketitle
      return { value: title, label: title, count: countIn(facets, 'make', title), brand }
    })

  function toggle(brand: Brand) {
    const children = brand.models.map((m) => ({ id: m._id, title: m.modeltitle }))
    onChange(
      isOn(brand)
        ? removeParent(state, 'make', { id: brand._id, title: brand.maketitle, children })
        : changeFilters(state, { make: [...state.make, brand.maketitle] }),
    )
  }
  function unfold(title: string) {
    const next = new Set(unfolded)
    if (!next.delete(title)) next.add(title)
    setUnfolded(next)
  }
  return (
    <PanelSection title="Brand And Model" name="brand" chosen={state.make.length + state.model.length}>
      <input
        type="search"
        aria-label="Find a brand"
        placeholder="Find a brand"
        autoComplete="off"
        maxLength={limits.maxFilterText}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="mb-1 min-h-11 w-full rounded-input border border-control bg-surface px-3.5 text-lg"
      />
      {!waiting && options.length === 0 && (
        <p className="py-3 text-sm text-ink-2">No brand begins with “{typed.trim()}”.</p>
      )}
      <OptionList
        key={typed.trim()}
        options={options}
        isOn={({ brand }) => isOn(brand)}
        onToggle={({ brand }) => toggle(brand)}
        waiting={waiting}
        short={short}
        all="brands"
        beside={({ value }) => (
          <button
            type="button"
            aria-expanded={unfolded.has(value)}
            aria-label={`Models of ${value}`}
            onClick={() => unfold(value)}
            className="-mr-3 grid size-11 shrink-0 place-items-center text-ink-3"
          >
            <Icon
              of={IconChevronDown}
              className={`transition-transform ${unfolded.has(value) ? 'rotate-180' : ''}`}
            />
          </button>
        )}
        below={({ value, brand }) =>
          unfolded.has(value) && <Models brand={brand} state={state} facets={facets} onChange={onChange} />
        }
      />
    </PanelSection>
  )
}

interface ModelsProps extends Omit<SectionProps, 'waiting'> {
  brand: Brand
}

/** Shows the models of one brand; choosing a model chooses its brand as well. */
function Models({ brand, state, facets, onChange }: ModelsProps) {
  const [rows] = useState(() =>
    brand.models
      .map((m) => ({ ...m, count: countIn(facets, 'model', `${brand.maketitle}/${m.modeltitle}`) }))
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0)),
  )
  function toggle(title: string) {
    const next = toggleOption(state, 'model', title)
    const brandOn = isChosen(state, 'make', brand.maketitle) || isChosen(state, 'make', brand._id)
    onChange(brandOn ? next : changeFilters(next, { make: [...state.make, brand.maketitle] }))
  }
  return (
    <ul aria-label={`Models of ${brand.maketitle}`} className="mb-2 ml-2.5 border-l border-line pl-5">
      {rows.map((m) => {
        const on = isChosen(state, 'model', m.modeltitle) || isChosen(state, 'model', m._id)
        const count = countIn(facets, 'model', `${brand.maketitle}/${m.modeltitle}`)
        return (
          <li key={m._id}>
            <Checkbox
              label={m.modeltitle}
              checked={on}
              onChange={() => toggle(on && !isChosen(state, 'model', m.modeltitle) ? m._id : m.modeltitle)}
              faint={count === 0 && !on}
              {...(count === undefined ? {} : { trailing: grouped(count) })}
            />
          </li>
        )
      })}
    </ul>
  )
}
