import type { PartName } from './words.ts'

/** A colour for each part: bar and dots only, the words stand beside them. */
export const dots: Readonly<Record<PartName, string>> = {
  favourites: 'bg-heart',
  replica: 'bg-brand',
  viewedPictures: 'bg-amber',
  thumbs: 'bg-amber/60',
  viewed: 'bg-info',
  answers: 'bg-info/60',
  photos: 'bg-ink-2',
  words: 'bg-ink',
  shell: 'bg-ink-3',
  reserve: 'bg-control',
}

/** How the room is shared out. Decoration: every number stands in the list below. */
export function SizeBar({ sizes }: { sizes: readonly (readonly [PartName, number])[] }) {
  return (
    <div aria-hidden className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-pill bg-sunken">
      {sizes
        .filter(([, bytes]) => bytes > 0)
        .map(([name, bytes]) => (
          <span key={name} className={`min-w-1 ${dots[name]}`} style={{ flexGrow: bytes, flexBasis: 0 }} />
        ))}
    </div>
  )
}
