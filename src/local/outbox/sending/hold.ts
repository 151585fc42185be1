import { thisBook, type CommandBook } from '#contract/commands.ts'
import { commandOf, needsLogin, type OwnTx } from '../command.ts'

/** One refused token is enough: everything that needs it waits for a login, and nothing is lost (I5). */
export async function holdForLogin(tx: OwnTx, book: CommandBook = thisBook): Promise<void> {
  for (const item of await tx.list('outbox')) {
    if (item.state !== 'queued' && item.state !== 'wait') continue
    if (needsLogin(item, commandOf(item, book)))
      await tx.put('outbox', { ...item, state: 'held', hold: 'auth' })
  }
}
