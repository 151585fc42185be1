const most = 5000
const longest = 60

/** Caches what `read` returns by its text, since every other row repeats it: fuels, colours, engines. */
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
