import { IconShare3 } from '@tabler/icons-react'
import { useShare } from '#parts/use-share.ts'
import { Button } from '#ui/button.tsx'

/** Hands the comparison to another person. */
export function ShareComparison({ href }: { href: string }) {
  const share = useShare()
  return (
    <Button
      look="outline"
      size="sm"
      icon={IconShare3}
      onClick={() => void share({ title: 'Cars side by side', path: href })}
    >
      Share
    </Button>
  )
}
