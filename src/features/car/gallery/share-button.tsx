import { IconShare3 } from '@tabler/icons-react'
import { useShare } from '#parts/use-share.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** Hands this car to somebody else, without what the address says beside it. */
export function ShareButton({ title, className }: { title: string; className?: string }) {
  const share = useShare()
  return (
    <IconButton
      icon={IconShare3}
      label={`Share ${title}`}
      look="disc"
      onClick={() => void share({ title, path: location.pathname })}
      {...(className === undefined ? {} : { className })}
    />
  )
}
