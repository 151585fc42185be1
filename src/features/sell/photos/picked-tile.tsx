import { IconRefresh, IconX } from '@tabler/icons-react'
import { IconButton } from '#ui/icon-button.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import type { PickedFile } from './album.ts'

interface Props {
  file: PickedFile
  onRetry: () => void
  onDrop: () => void
}

/** A file that is being made small and kept, or could not be: said with its reason, and tried again. */
export function PickedTile({ file: { name, error }, onRetry, onDrop }: Props) {
  if (error === undefined) {
    return (
      <li className="flex aspect-square flex-col items-center justify-center gap-2 rounded-grid bg-sunken p-2 text-center text-xs text-ink-2 wide:aspect-[4/3]">
        <Spinner />
        <output>
          Saving<span className="sr-only"> {name}</span> …
        </output>
      </li>
    )
  }
  return (
    <li className="col-span-full flex items-center gap-1 rounded-grid border border-danger bg-surface py-2 pr-2 pl-4">
      <p role="alert" className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-danger">{error}</span>
      </p>
      <IconButton icon={IconRefresh} label={`Try ${name} again`} onClick={onRetry} />
      <IconButton icon={IconX} label={`Leave ${name} out`} onClick={onDrop} />
    </li>
  )
}
