/** Bugs reported during a test. They fail the test unless it takes them, because it caused them on purpose. */
const reported: unknown[] = []

export function noteBug(error: unknown): void {
  reported.push(error)
}
export function takeBugs(): unknown[] {
  return reported.splice(0)
}
