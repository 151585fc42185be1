import { useOwnName } from '../account/use-own-name.ts'
import { ChangesRegion } from './changes-region.tsx'
import { PhoneNotices } from './phone-notices.tsx'

interface Props {
  /** Hears what whoever is signed in is called by now. */
  onName: (name: string | undefined) => void
}

/** What the phone has to say by itself, once the first view is at rest. */
export function News({ onName }: Props) {
  useOwnName(onName)
  return (
    <>
      <ChangesRegion />
      <PhoneNotices />
    </>
  )
}
