import { cleanLine } from '#contract/parts.ts'
import type { ChatPerson } from '#local/react'

/** Returns the name to display, also for a deleted account or a name that is not known yet. */
export const personName = (person: ChatPerson | undefined): string =>
  cleanLine(person?.fullname ?? '') || 'This person'
