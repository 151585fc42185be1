import { IconCamera, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { FileInput } from '#parts/forms/file-input.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { shots } from './shots.tsx'

const accept = 'image/jpeg,image/png,image/webp'

interface Props {
  /** Pictures there are, those under way included. */
  count: number
  onFiles: (files: readonly File[]) => void
}

const tileLook =
  'flex aspect-square flex-col items-center justify-center gap-1.5 rounded-grid border border-dashed border-control text-xs font-medium text-ink-2 transition hover:bg-sunken wide:aspect-[4/3]'

/** The next pictures buyers look for, as outlines that open the camera, and the way to what was taken before. */
export function AddTiles({ count, onFiles }: Props) {
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const left = limits.adImages - count
  const row = (child: ReactNode, key: string) => <li key={key}>{child}</li>
  return (
    <>
      {shots
        .slice(Math.max(count, 1), Math.max(count, 1) + Math.min(2, Math.max(0, left - 1)))
        .map(({ label, outline }) =>
          row(
            <button type="button" className={`${tileLook} w-full`} onClick={() => camera.current?.click()}>
              <span className="text-ink-3">{outline}</span>
              <span>
                <span className="sr-only">Take a picture: </span>
                {label}
              </span>
            </button>,
            label,
          ),
        )}
      {left > 0 &&
        row(
          <button type="button" className={`${tileLook} w-full`} onClick={() => gallery.current?.click()}>
            <Icon of={IconPlus} />
            <span className="text-center">
              {count === 0 ? 'Add photos' : 'Add more'}
              <br />
              {`${count} of ${limits.adImages}`}
            </span>
          </button>,
          'more',
        )}
      <li className="sr-only">
        <FileInput
          ref={camera}
          accept={accept}
          capture="environment"
          label="Take a picture with the camera"
          onFiles={onFiles}
        />
        <FileInput ref={gallery} accept={accept} multiple label="Choose pictures" onFiles={onFiles} />
      </li>
    </>
  )
}

/** Before there is any picture: the place of the cover, waiting. */
export function FirstPhoto({ onFiles }: Pick<Props, 'onFiles'>) {
  const camera = useRef<HTMLInputElement>(null)
  const [first] = shots
  return (
    <div className="col-span-full flex aspect-[4/3] flex-col items-center justify-center gap-4 rounded-card border border-dashed border-control bg-surface wide:col-span-2 wide:row-span-2">
      <span className="scale-[2.6] pt-2 text-ink-3">{first?.outline}</span>
      <p className="mt-8 text-sm text-ink-2">The whole car, front ¾: this will be your cover</p>
      <Button icon={IconCamera} onClick={() => camera.current?.click()}>
        Take the first photo
      </Button>
      <FileInput
        ref={camera}
        accept={accept}
        capture="environment"
        label="Take the featured image"
        onFiles={onFiles}
      />
    </div>
  )
}
