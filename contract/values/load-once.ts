/** Runs a task at the first call and shares the result with later calls. A failed task runs again at the next call. */
export function loadOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined
  return () =>
    (doing ??= work().catch((reason: unknown) => {
      doing = undefined
      throw reason
    }))
}
