import { useOwnName } from '../account/use-own-name.ts'
import { useUnread } from '../account/use-unread.ts'
import { ChangesRegion } from './changes-region.tsx'
import { PhoneNotices } from './phone-notices.tsx'
import { Refusals } from './refusals.tsx'

interface Props {
  /** Hears what a person who is signed in is called by now. */
  onName: (name: string | undefined) => void
  /** Hears whether a person wrote to them. */
  onUnread: (unread: boolean) => void
}

/** What the phone has to say by itself, once the first view is at rest. */
export function News({ onName, onUnread }: Props) {
  useOwnName(onName)
  useUnread(onUnread)
  return (
    <>
      <ChangesRegion />
      <PhoneNotices />
      <Refusals />
    </>
  )
}
