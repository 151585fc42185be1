// Separate from the reading of free text: every first view compares names, but only a search reads words.

const plain = /^[ -~]*$/

/** Returns lower case without accents, so that "Citroën" equals "citroen". */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Returns a text as a part of an address: lower-case letters, digits and dashes. */
export const dashed = (text: string, most = Number.POSITIVE_INFINITY): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '')

/** Returns make and model as people say them. A model that begins with its make stays alone: "MG 5" of MG. */
export const carName = (make: string, model: string): string =>
  fold(model).startsWith(`${fold(make)} `) ? model : `${make} ${model}`

/** Returns a key of the gearbox that is equal for both documented spellings of semi-automatic (R-VAL-10). */
export function transmissionKey(transmission: string): string {
  const key = fold(transmission).replace(/[^a-z]/g, '')
  return key === 'semiautometic' ? 'semiautomatic' : key
}
