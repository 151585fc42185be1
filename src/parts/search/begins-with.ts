import { fold } from '#catalogue'

/** Returns whether a name, or one of its words, begins with the typed text: "benz" finds Mercedes-Benz. */
export function beginsWith(name: string, typed: string): boolean {
  const wanted = fold(typed.trim())
  const text = fold(name)
  return text.startsWith(wanted) || text.split(/[\s-]+/).some((word) => word.startsWith(wanted))
}
