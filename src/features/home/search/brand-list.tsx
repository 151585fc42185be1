import { useImperativeHandle, useState, type KeyboardEvent, type RefObject } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import type { Brand } from '#contract/reference.ts'
import { useBrands } from '#local/react'
import { ListMissing } from '#parts/forms/error-note.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import {
  findChosenBrand,
  isWholeBrand,
  filterBrandRows,
  toggleBrand,
  toggleModel,
  type SearchBoxChoice,
} from './choice.ts'

interface Props {
  typed: string
  choice: SearchBoxChoice
  onChange: (next: SearchBoxChoice) => void
  /** Chooses the first option of the list; returns false when there is none. */
  take: RefObject<(() => boolean) | undefined>
}

/** Shows every brand with its checkbox; only unfolded brands render their models. */
export function BrandList({ typed, choice, onChange, take }: Props) {
  const { data = [], status, refresh } = useBrands()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const rows = filterBrandRows(data, typed)
  useImperativeHandle(take, () => () => {
    const [first] = rows
    if (!first) return false
    const model = first.models?.[0]?.modeltitle
    onChange(model === undefined ? toggleBrand(choice, first.brand) : toggleModel(choice, first.brand, model))
    return true
  })
  function unfold(make: string, on = !unfolded.has(make)) {
    const next = new Set(unfolded)
    if (on) next.add(make)
    else next.delete(make)
    setUnfolded(next)
  }

  if (data.length === 0 && status === 'loading') {
    return Array.from({ length: 6 }, (_, i) => (
      <div key={i} className="flex min-h-11 items-center gap-3">
        <Skeleton className="size-5.5" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    ))
  }
  if (data.length === 0) return <ListMissing of="brands" className="py-2" onRetry={refresh} />
  if (rows.length === 0)
    return <output className="block py-3 text-sm text-ink-2">No brand begins with “{typed.trim()}”.</output>
  return (
    <ul>
      {rows.map(({ brand, models }) => (
        <Row
          key={brand._id}
          brand={brand}
          models={models ?? (unfolded.has(brand.maketitle) ? brand.models : undefined)}
          choice={choice}
          onChange={onChange}
          // Models that match the typed text stay visible.
          onUnfold={models ? undefined : (on) => unfold(brand.maketitle, on)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  brand: Brand
  /** Models to show below the brand. */
  models: Brand['models'] | undefined
  choice: SearchBoxChoice
  onChange: (next: SearchBoxChoice) => void
  onUnfold: ((on: boolean) => void) | undefined
}

function Row({ brand, models, choice, onChange, onUnfold }: RowProps) {
  const { maketitle: make, count_models: count } = brand
  const chosen = findChosenBrand(choice, make)
  const some = chosen && !isWholeBrand(chosen) ? `${chosen.models.length} of ` : ''
  function press(event: KeyboardEvent) {
    if (!onUnfold || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
    event.preventDefault()
    onUnfold(event.key === 'ArrowRight')
  }
  return (
    <li data-row>
      <div className="flex items-center">
        <Checkbox
          label={make}
          trailing={`${some}${count} ${count === 1 ? 'model' : 'models'}`}
          checked={chosen !== undefined}
          onChange={() => onChange(toggleBrand(choice, brand))}
          onKeyDown={press}
          className="min-w-0 flex-1"
        />
        {onUnfold && (
          <button
            type="button"
            aria-expanded={models !== undefined}
            aria-label={`Models of ${make}`}
            onClick={() => onUnfold(models === undefined)}
            onKeyDown={press}
            className="-mr-3 grid size-11 shrink-0 place-items-center text-ink-3"
          >
            <Icon
              of={IconChevronDown}
              className={`transition-transform ${models === undefined ? '' : 'rotate-180'}`}
            />
          </button>
        )}
      </div>
      {models && (
        <ul aria-label={`Models of ${make}`} className="mb-2 ml-2.5 border-l border-line pl-5">
          {models.map((m) => (
            <li key={m._id}>
              <Checkbox
                label={m.modeltitle}
                checked={chosen?.models.includes(m.modeltitle) ?? false}
                onChange={() => onChange(toggleModel(choice, brand, m.modeltitle))}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
