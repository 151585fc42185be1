import type { ShownMessage } from '../../../src/local/chat/shown.ts'
import { ChatPhone, type Tab } from './phone.ts'

interface Notes {
  /** Messages that the phone reported as saved, in the order of writing. */
  owed: string[]
  /** Texts of the other person that a tab of this phone received. */
  told: Set<string>
  /** Texts of the other person that were on screen when this person marked the chat as read. */
  seen: Set<string>
}

const numberIn = (text: string) => Number(text.split(' ').at(-1))
const isSorted = (list: readonly number[]) => list.every((n, i) => i === 0 || n > (list[i - 1] ?? 0))

/** Checks every tab after every change, and records each broken law. */
export class Watcher {
  readonly broken: string[] = []
  private readonly notes = new Map<string, Notes>()

  of(me: string): Notes {
    const found = this.notes.get(me) ?? { owed: [], told: new Set(), seen: new Set() }
    this.notes.set(me, found)
    return found
  }
  owe({ me }: ChatPhone, text: string): void {
    this.of(me).owed.push(text)
  }
  saw({ me }: ChatPhone, shown: readonly ShownMessage[]): void {
    for (const { mine, text } of shown) if (!mine) this.of(me).seen.add(text)
  }

  watch(phone: ChatPhone, tab: Tab): void {
    const { me, other } = phone
    /** Own messages that this tab has shown. */
    const shownBefore = new Map<string, string>()
    const look = () => {
      const { life, app } = tab
      if (life.dead || app.session.get().user?.id !== me) return
      const chat = app.engine
        .get()
        ?.chat.session.get()
        ?.view.get()
        .chats.find((one) => one.other === other)
      for (const { sender, message } of chat?.messages ?? [])
        if (sender === other) this.of(me).told.add(message)

      const shown = ChatPhone.shown(tab, phone)
      const ids = new Set(shown.map(({ id }) => id))
      if (ids.size < shown.length) this.note(me, 'a message is shown twice', shown)
      const lost = [...shownBefore].filter(([id]) => !ids.has(id))
      if (lost.length > 0)
        this.note(me, `a message is shown no more: ${lost.map(([, text]) => text).join()}`, shown)
      for (const { id, mine, text } of shown) if (mine) shownBefore.set(id, text)
      const own = shown.filter(({ mine }) => mine).map(({ text }) => numberIn(text))
      if (!isSorted(own)) this.note(me, 'own messages are shown in another order', shown)
      const places = chat?.messages.map(({ n }) => n) ?? []
      if (places.some((n, i) => i > 0 && n !== (places[i - 1] ?? 0) + 1))
        this.note(me, `a gap: ${places.join()}`, shown)
      const theirs = this.of(other)
      for (const { n, sender, message } of chat?.messages ?? []) {
        if (sender !== me) continue
        if (n <= (chat?.readTo ?? 0) && !theirs.seen.has(message))
          this.note(me, `read and not seen: ${message}`, shown)
        if (n <= (chat?.deliveredTo ?? 0) && !theirs.told.has(message))
          this.note(me, `delivered and not told: ${message}`, shown)
      }
    }
    const follow = () => {
      tab.app.engine.get()?.chat.session.subscribe(followDesk)
      followDesk()
    }
    const followDesk = () => {
      tab.app.engine.get()?.chat.session.get()?.view.subscribe(look)
      look()
    }
    tab.app.views.subscribe(look)
    tab.app.engine.subscribe(follow)
    follow()
  }

  private note(me: string, what: string, shown: readonly ShownMessage[]): void {
    const line = `${me}: ${what}`
    if (this.broken.some((said) => said.startsWith(line))) return
    this.broken.push(`${line} [${shown.map(({ text, state }) => `${text} ${state}`).join(', ')}]`)
  }
}
