import { IconPhotoOff, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { pictureSources } from '#contract/values/pictures.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useModal } from '#ui/layer/use-modal.ts'
import { useMissing } from '#ui/show/use-missing.ts'

interface Props {
  url: string
  /** Says whose picture it is. */
  label: string
}

/** A picture in a message: its place is there before it is, and a tap shows it whole. */
export function ChatPicture({ url, label }: Props) {
  const [large, setLarge] = useState(false)
  const [missing, fail] = useMissing(url)
  if (missing) {
    return (
      <span className="flex aspect-[4/3] w-64 max-w-full flex-col items-center justify-center gap-2 rounded-grid bg-sunken text-13 text-ink-3">
        <Icon of={IconPhotoOff} size={28} />
        This picture is not here yet
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={`${label}: show it large`}
        onClick={() => setLarge(true)}
        className="block aspect-[4/3] w-64 max-w-full cursor-zoom-in overflow-hidden rounded-grid bg-sunken"
      >
        <Drawn url={url} sizes="256px" onFail={fail} className="size-full object-cover" />
      </button>
      {large && <Large url={url} label={label} onClose={() => setLarge(false)} />}
    </>
  )
}

function Large({ url, label, onClose }: Props & { onClose: () => void }) {
  const { dialog } = useModal(true, onClose)
  return (
    <dialog
      {...dialog}
      data-side="full"
      aria-label={label}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-[#0a100d] p-0"
    >
      <IconButton
        icon={IconX}
        label="Close"
        onClick={onClose}
        className="absolute! top-[max(0.5rem,env(safe-area-inset-top))] right-2 z-10 bg-black/50 text-white! hover:bg-black/70!"
      />
      <Drawn url={url} sizes="100vw" className="size-full object-contain" />
    </dialog>
  )
}

function Drawn(props: { url: string; sizes: string; className: string; onFail?: () => void }) {
  const sources = pictureSources(props.url)
  return (
    <picture className="contents">
      {sources.avif !== '' && <source type="image/avif" srcSet={sources.avif} sizes={props.sizes} />}
      {sources.webp !== '' && <source type="image/webp" srcSet={sources.webp} sizes={props.sizes} />}
      <img src={props.url} alt="" decoding="async" onError={props.onFail} className={props.className} />
    </picture>
  )
}
