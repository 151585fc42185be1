// Apart from what free words mean: every first view compares names, and only a search reads words.

const plain = /^[ -~]*$/

/** Lower case without accents, so that "Citroën" and "citroen" meet. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Both documented spellings of the half-automatic gearbox are one (R-VAL-10). */
export function transmissionKey(transmission: string): string {
  const key = fold(transmission).replace(/[^a-z]/g, '')
  return key === 'semiautometic' ? 'semiautomatic' : key
}
