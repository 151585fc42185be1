import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import { commandOf, needsLogin, type OwnTx } from '../command.ts'

/** One refused token is enough: everything that needs it waits for a login, and nothing is lost (I5). */
export async function holdForLogin(tx: OwnTx, book: CommandRegistry = commandRegistry): Promise<void> {
  for (const item of await tx.list('outbox')) {
    if (item.state !== 'queued' && item.state !== 'wait') continue
    if (needsLogin(item, commandOf(item, book)))
      await tx.put('outbox', { ...item, state: 'held', hold: 'auth' })
  }
}
