import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { isPassing } from '#local/react'
/** First and longest pause before the next try, ms. */
const firstMs = 5000
const longestMs = 60 * 60_000

/**
 * Does the work until it succeeds: again after a pause that doubles each time, and at once when the browser finds a
 * network. Answers how to call it off.
 */
export function retryUntilDone(work: () => Promise<void>): () => void {
  let pause = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let working = false
  let off = false
  /** The network came back during a try, which may have begun without it. */
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
