import { IconCar } from '@tabler/icons-react'
import type { Picture } from '#contract/cars.ts'
import { pictureSources } from '#contract/values/pictures.ts'
import { useMissing } from '#ui/show/use-missing.ts'

interface Props {
  picture: Picture | undefined
  /** The `sizes` attribute of the image: its width by window width. */
  sizes: string
  /** Whether the picture is visible at once, so that it loads first and not lazily. */
  first?: boolean
  /** Overrides the picture's own alt text; empty when text beside the picture says the same. */
  alt?: string
  className?: string
}

/** Shows a car's picture in a 4:3 box that exists before the picture loads, so the layout does not shift. */
export function CarPicture({ picture, sizes, first = false, alt, className = '' }: Props) {
  const [missing, fail] = useMissing(picture?.url)
  const place = `relative block aspect-[4/3] w-full overflow-hidden bg-sunken bg-cover bg-center ${className}`
  if (!picture || missing) {
    const words = alt ?? picture?.alt ?? ''
    return (
      <span className={`${place} text-ink-3`}>
        <IconCar size={56} stroke={1} aria-hidden className="absolute inset-0 m-auto" />
        <span className="sr-only">{words}</span>
      </span>
    )
  }
  const sources = pictureSources(picture.url)
  return (
    <picture
      className={place}
      style={picture.blur === '' ? undefined : { backgroundImage: `url("${picture.blur}")` }}
    >
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      <img
        src={picture.url}
        alt={alt ?? picture.alt}
        width={1280}
        height={960}
        loading={first ? 'eager' : 'lazy'}
        decoding={first ? 'sync' : 'async'}
        fetchPriority={first ? 'high' : 'auto'}
        draggable={false}
        onError={fail}
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  )
}
