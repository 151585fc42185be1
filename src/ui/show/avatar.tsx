import { classNames } from '../class-names.ts'
import { useMissing } from './use-missing.ts'

interface Props {
  name: string
  /** Address of the picture; empty for none. */
  url: string
  /** Whether the shape is a square; a logo must not be cropped to a circle. */
  square?: boolean
  /** Side in px. */
  size: number
}
const initialsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map(([first = '']) => first)
    .join('')
    .toUpperCase()

/** Shows a person's picture or a company's logo, or initials without one. Screen readers skip it: the name is beside it. */
export function Avatar({ name, url, square = false, size }: Props) {
  const [missing, fail] = useMissing(url)
  const style = { width: size, height: size, fontSize: size / 2.8 }
  const shape = classNames('shrink-0 overflow-hidden', square ? 'rounded-grid' : 'rounded-pill')
  if (url === '' || missing) {
    return (
      <span
        aria-hidden
        style={style}
        className={classNames(
          shape,
          'inline-flex items-center justify-center bg-brand-tint font-display font-bold text-brand',
        )}
      >
        {initialsOf(name)}
      </span>
    )
  }
  return (
    <img
      src={url}
      alt=""
      width={size}
      height={size}
      style={style}
      onError={fail}
      className={classNames(shape, 'bg-white', square ? 'object-contain' : 'object-cover')}
    />
  )
}
