/**
 * Waits for so many turns of the event loop, after which all work without other dependencies is done. Turns are counted, not
 * timed, because a busy machine does less within a given time.
 */
export async function turns(most = 30): Promise<void> {
  for (let turn = 0; turn < most; turn += 1) await new Promise((next) => globalThis.setTimeout(next, 1))
}
