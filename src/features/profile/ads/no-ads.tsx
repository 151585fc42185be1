import { IconCar } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** Nothing is offered yet (R-ERR-15), or nothing fits what was searched for. */
export function NoAds({ searched }: { searched: boolean }) {
  return searched ? (
    <EmptyState icon={IconCar} title="None of your ads has these words">
      Try fewer or other words.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconCar}
      title="No cars available"
      actions={<Button href="/post/ad">Introduce your car</Button>}
    >
      What you put up for sale is listed here.
    </EmptyState>
  )
}
