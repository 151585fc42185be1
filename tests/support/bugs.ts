/** Bugs that reached the reporter while a test ran. A test fails with them, unless it takes them because it made them. */
const reported: unknown[] = []

export function noteBug(error: unknown): void {
  reported.push(error)
}
export function takeBugs(): unknown[] {
  return reported.splice(0)
}
