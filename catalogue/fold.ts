// Apart from what free words mean: every first view compares names, and only a search reads words.

const plain = /^[ -~]*$/

/** Lower case without accents, so that "Citroën" and "citroen" meet. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A text as a part of an address: small letters, digits and dashes. */
export const dashed = (text: string, most = Number.POSITIVE_INFINITY): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '')

/** Make and model as people say them; a model that begins with its make is whole: "MG 5" of MG. */
export const carName = (make: string, model: string): string =>
  fold(model).startsWith(`${fold(make)} `) ? model : `${make} ${model}`

/** Both documented spellings of the half-automatic gearbox are one (R-VAL-10). */
export function transmissionKey(transmission: string): string {
  const key = fold(transmission).replace(/[^a-z]/g, '')
  return key === 'semiautometic' ? 'semiautomatic' : key
}
