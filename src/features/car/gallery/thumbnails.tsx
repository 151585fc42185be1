import type { Picture as Data } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { Picture } from '#parts/picture.tsx'
import { slideKey } from './use-slides.ts'

/** The first of the thumbnails seen at once: the shown picture stays in the middle until an end is reached. */
export function firstThumbnail(at: number, count: number): number {
  const middle = at - Math.floor(limits.thumbnails / 2)
  return Math.max(0, Math.min(middle, count - limits.thumbnails))
}

interface Props {
  pictures: readonly Data[]
  at: number
  onShow: (at: number) => void
}

/** At most five at once (R-CAR-02); the row moves along with the shown picture. */
export function Thumbnails({ pictures, at, onShow }: Props) {
  const from = firstThumbnail(at, pictures.length)
  return (
    <ul aria-label="Thumbnails" className="grid grid-cols-5 gap-2">
      {pictures.slice(from, from + limits.thumbnails).map((picture, i) => {
        const current = from + i === at
        return (
          <li key={slideKey(from + i)}>
            <button
              type="button"
              aria-label={`Show picture ${from + i + 1}`}
              aria-current={current || undefined}
              onClick={() => onShow(from + i)}
              className={`block w-full overflow-hidden rounded-input ${
                current ? 'ring-2 ring-brand ring-offset-2 ring-offset-paper' : 'opacity-80 hover:opacity-100'
              }`}
            >
              <Picture picture={picture} sizes="(min-width: 1024px) 160px, 20vw" alt="" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
