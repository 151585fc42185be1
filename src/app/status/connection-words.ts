import { agoText } from '#parts/freshness.tsx'

export type ConnectionState = 'online' | 'weak' | 'offline'

/** State of the connection in plain words: "Offline · saved 3 h ago". */
export function connectionWords(
  state: ConnectionState,
  lastContact: number | undefined,
  now: number,
): string {
  const age = lastContact === undefined ? '' : ` · saved ${agoText(lastContact, now)}`
  if (state === 'online') return 'Online'
  return (state === 'weak' ? 'Weak signal' : 'Offline') + age
}
