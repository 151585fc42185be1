import type { Said } from '../support/phone/inside.ts'

/** What the phone told its person, kept outside of the phone. */
export interface Ledger {
  /** By their text. */
  enquiries: Map<string, { id: string; who: string; saved: 'yes' | 'perhaps' | 'no' }>
  /** By person and car: the last wish, and whether it is certain that it was the last. */
  hearts: Map<string, { id: string; want: boolean | 'either' }>
}

export const newLedger = (): Ledger => ({ enquiries: new Map(), hearts: new Map() })
export const heartKey = (person: string, car: string) => `${person} ${car}`

export function noteEnquiry(ledger: Ledger, text: string, said: Said | undefined): void {
  ledger.enquiries.set(text, {
    id: said?.id ?? '',
    who: said?.who ?? '',
    saved: said === undefined ? 'perhaps' : said.ok ? 'yes' : 'no',
  })
}

/** `said` is undefined when nobody knows what came of it; then `who` is who may have wished it. */
export function noteHeart(
  ledger: Ledger,
  o: { car: string; on: boolean; said: Said | undefined; who: readonly string[] },
): void {
  const { car, on, said, who } = o
  if (said && !said.ok) return
  if (said && said.who !== 'changed') {
    ledger.hearts.set(heartKey(said.who, car), { id: said.id, want: on })
    return
  }
  for (const person of who) ledger.hearts.set(heartKey(person, car), { id: said?.id ?? '', want: 'either' })
}

/** This person had everything of theirs deleted: what was on its way may have arrived, and nothing else is owed. */
export function noteDeleted(ledger: Ledger, person: string): void {
  for (const entry of ledger.enquiries.values()) {
    if (entry.who === person && entry.saved === 'yes') entry.saved = 'perhaps'
  }
  for (const [key, entry] of ledger.hearts) if (key.startsWith(`${person} `)) entry.want = 'either'
}
