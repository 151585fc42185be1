import { fold } from '#catalogue'

/** Every word of a name may begin with what is typed: "benz" finds Mercedes-Benz. */
export function beginsWith(name: string, typed: string): boolean {
  const wanted = fold(typed.trim())
  const text = fold(name)
  return text.startsWith(wanted) || text.split(/[\s-]+/).some((word) => word.startsWith(wanted))
}
