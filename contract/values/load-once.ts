/** Does a work when it is asked for first; who asks later gets the same result. One that failed is done again. */
export function loadOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let doing: Promise<T> | undefined
  return () =>
    (doing ??= work().catch((reason: unknown) => {
      doing = undefined
      throw reason
    }))
}
