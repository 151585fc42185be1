import { ChangesRegion } from './changes-region.tsx'
import { PhoneNotices } from './phone-notices.tsx'

/** What the phone has to say by itself, once the first view is at rest. */
export function News() {
  return (
    <>
      <ChangesRegion />
      <PhoneNotices />
    </>
  )
}
