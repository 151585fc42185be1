/** Returns a sorted copy, lowest number first (insertion sort, faster than the built-in sort for a few items). */
export function sortedFew<T>(list: readonly T[], numberOf: (one: T) => number): T[] {
  const sorted = list.slice()
  for (let i = 1; i < sorted.length; i += 1) {
    const one = sorted[i] as T
    const number = numberOf(one)
    let at = i
    for (; at > 0; at -= 1) {
      const before = sorted[at - 1] as T
      if (numberOf(before) <= number) break
      sorted[at] = before
    }
    sorted[at] = one
  }
  return sorted
}
