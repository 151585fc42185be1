const most = 5000
const longest = 60

/** Caches the results of `read` by text, because most rows repeat their values: fuels, colours, engines. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > longest) return read(text)
    const there = known.get(text)
    if (there !== undefined || known.has(text)) return there as T
    const value = read(text)
    if (known.size >= most) known.clear()
    known.set(text, value)
    return value
  }
}

/** Returns the beginning of a text, without NUL characters and lone surrogates, which the database cannot store. */
export const cut = (text: string, most: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/\p{Surrogate}/gu, '')
