import type { Said } from '../support/phone/inside.ts'

/** The messages of the phone to its person, recorded outside the phone. */
export interface Ledger {
  /** Enquiries by their text. */
  enquiries: Map<string, { id: string; who: string; saved: 'yes' | 'perhaps' | 'no' }>
  /** Last wishes by person and car; `either` when the order of the wishes is unknown. */
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

/** Records a heart. `said` is undefined when the result is unknown; then `who` names everyone who may have made the wish. */
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

/** Records that a person deleted all their data: requests on the way may have arrived, and the phone owes nothing else. */
export function noteDeleted(ledger: Ledger, person: string): void {
  for (const entry of ledger.enquiries.values()) {
    if (entry.who === person && entry.saved === 'yes') entry.saved = 'perhaps'
  }
  for (const [key, entry] of ledger.hearts) if (key.startsWith(`${person} `)) entry.want = 'either'
}
