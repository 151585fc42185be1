const most = 5000
const longest = 60

/** The same reading without doing it again for what is in every other row: fuels, colours, engines. */
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
