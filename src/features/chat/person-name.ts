import { cleanLine } from '#contract/parts.ts'
import type { ChatPerson } from '#local/react'

/** What a person is called here, also one whose account is gone, or whose name is not known yet. */
export const personName = (person: ChatPerson | undefined): string =>
  cleanLine(person?.fullname ?? '') || 'This person'
