/**
 * So many turns of the event loop: everything that waits for nothing else has happened by then. Counted and not timed,
 * because a busy machine takes longer for a turn and then does less within a given time.
 */
export async function turns(most = 30): Promise<void> {
  for (let turn = 0; turn < most; turn += 1) await new Promise((next) => globalThis.setTimeout(next, 1))
}
