import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { isPassing } from '#local/react'
/** First and longest pause between two attempts, ms. */
const firstMs = 5000
const longestMs = 60 * 60_000

/**
 * Retries `work` until it succeeds. The pause doubles after each failure, and an `online` event retries at once. Returns a
 * cancel function.
 */
export function retryUntilDone(work: () => Promise<void>): () => void {
  let pause = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = false
  let off = false
  /** Whether the network returned during an attempt, which may have begun without it. */
  let again = false
  const end = () => {
    off = true
    clearTimeout(timer)
    removeEventListener('online', onOnline)
  }
  async function attempt(): Promise<void> {
    working = true
    again = false
    clearTimeout(timer)
    try {
      await work()
      end()
    } catch (error) {
      ignoreExpected('until-done', isMissingFile, isPassing)(error)
      if (!off) timer = setTimeout(begin, again ? 0 : pause)
      pause = Math.min(pause * 2, longestMs)
    } finally {
      working = false
    }
  }
  function begin(): void {
    if (!off && !working) void attempt()
  }
  function onOnline(): void {
    again = working
    begin()
  }
  addEventListener('online', onOnline)
  begin()
  return end
}
