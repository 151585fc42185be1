import { useSyncExternalStore } from 'react'
import { breakpoints } from '#contract/limits.ts'

const narrow = () => matchMedia(`(max-width: ${breakpoints.chatSinglePane}px)`)
const follow = (changed: () => void) => {
  const media = narrow()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window is so narrow that one pane is shown at a time (R-CHAT-05). */
export const useOnePane = (): boolean =>
  useSyncExternalStore(
    follow,
    () => narrow().matches,
    () => true,
  )
