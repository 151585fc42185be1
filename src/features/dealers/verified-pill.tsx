import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Pill } from '#ui/show/pill.tsx'

/** Only for a dealer with a running plan and approved proof; a business name alone does not verify (R-ROLE-15). */
export function VerifiedPill() {
  return (
    <Pill tone="brand" icon={IconRosetteDiscountCheck}>
      Verified
    </Pill>
  )
}
