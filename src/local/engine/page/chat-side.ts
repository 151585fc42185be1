import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import type { ChatEntry } from '#contract/chat/chat.ts'
import { isPassing } from '../../database/failures.ts'
import type { ChatDesk } from '../../chat/desk.ts'
import { readForMe } from '../../cache/mine.ts'
import { cell } from '../../start/cell.ts'
import { keepMine } from '../acts/keep-mine.ts'
import type { Engine, Host } from '../face.ts'
import type { Ground } from './ground.ts'

/** The chats of whoever is signed in: opened when the page is idle and they have a plan, or when a screen asks. */
export interface ChatSide {
  desk: Engine['chat']['desk']
  wake: Engine['chat']['wake']
  /** Someone signed in or out. */
  follow: () => void
  close: () => void
}
/** Name of the list of chats among the answers kept for one person; `useUnreadChats` keeps it under the same. */
const listName = 'chats'

export function createChatSide(host: Host, { stores, people, show }: Ground): ChatSide {
  const { env } = host
  const desk = cell<ChatDesk | undefined>(undefined)
  let opening: string | undefined
  let over = false
  const user = () => host.session.get().user

  async function open(me: string): Promise<void> {
    const [{ openDesk }, { createChatCache }, { createEmbeddedStore }] = await Promise.all([
      import('../../chat/desk.ts'),
      import('../../chat/cache.ts'),
      import('../../chat/embedded-store.ts'),
    ]).catch(missingFile)
    if (over || user()?.id !== me) return
    const partition = people.writes()
    const own = () => stores.own(partition)
    const opened = await openDesk({
      me,
      open: (known) =>
        Promise.resolve(
          createEmbeddedStore({
            me,
            ask: host.ask,
            wire: host.wire,
            token: host.token,
            renew: host.renew,
            dropToken: host.dropToken,
            // Without a database in common each tab hears for itself.
            env: stores.isDurable(partition) ? env : { ...env, channel: undefined },
            known,
          }),
        ),
      cache: createChatCache(own),
      ask: host.ask,
      entries: {
        read: async () => (await readForMe<ChatEntry[]>(await own(), listName))?.value,
        keep: async (value) => keepMine(await own(), { k: listName, value, asOf: host.serverNow() }, []),
      },
      env,
      serverNow: host.serverNow,
      unread: host.unread,
      counted: () => void show(),
    })
    if (over || user()?.id !== me) opened.close()
    else desk.set(opened)
  }
  function wake() {
    const me = user()?.id
    if (me === undefined || over || opening === me) return
    opening = me
    open(me).catch((error: unknown) => {
      // The next reason tries again.
      opening = undefined
      ignoreExpected('open-chat', isPassing)(error)
    })
  }
  return {
    desk,
    wake,
    follow() {
      const now = user()
      if (now?.id !== opening) {
        opening = undefined
        desk.get()?.close()
        desk.set(undefined)
      }
      if (now?.is_subscriber === true) env.whenIdle(wake)
    },
    close() {
      over = true
      desk.get()?.close()
    },
  }
}
