import type { PersonRow } from '#contract/admin/people.ts'
import { Pill } from '#ui/show/pill.tsx'

/** What of a person is out of the ordinary. */
export function PersonState({ person: p }: { person: PersonRow }) {
  if (p.suspended_at !== null) return <Pill tone="danger">Suspended</Pill>
  if (p.role === 'admin') return <Pill tone="brand">Admin</Pill>
  return <Pill>{p.kind === 'dealer' ? 'Dealer' : 'Private'}</Pill>
}
