import { IconEye, IconHeart } from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

export function NoFavourites({ guest }: { guest: boolean }) {
  return (
    <EmptyState
      icon={IconHeart}
      title="No favourites yet"
      actions={
        guest ? (
          <Button href="/login?next=/saved">Sign in</Button>
        ) : (
          <Button href="/listings">Meet the cars</Button>
        )
      }
    >
      {guest
        ? 'Favourites belong to your account. Sign in to see yours, or tap a heart and keep the car on this phone.'
        : 'Tap the heart on a car and it waits for you here, pictures and all.'}
    </EmptyState>
  )
}

export function NoneViewed({ guest }: { guest: boolean }) {
  return (
    <EmptyState
      icon={IconEye}
      title="No cars looked at yet"
      actions={guest ? <Button href="/listings">Meet the cars</Button> : undefined}
    >
      Every car you open stays on this phone for a while, so you can look again without signal.
    </EmptyState>
  )
}
