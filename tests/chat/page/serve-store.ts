import type { ChatStore, Unsubscribe } from '../../../src/local/chat/chat-store.ts'

/** Runs inside a page of Chromium: a store of a phone on the browser's own network, locks, channels and timers. */
declare global {
  interface Window {
    chatPage: ChatPage
    /** Takes what a listener is told out of the page. */
    chatTold: (listener: number, told: { value: unknown }) => Promise<void>
  }
}
export type StoreCall = ['send' | 'markRead' | 'markDelivered' | 'loadOlder' | 'close', ...unknown[]]

/** What a page can be asked for. */
interface ChatPage {
  open: (o: never) => void
  listen: (listener: number) => void
  leave: (listener: number) => void
  call: (given: StoreCall) => Promise<{ value: unknown } | { code: string }>
  loseNextAnswer: () => void
}
/** A phone in a page; who loses answers on the way to it needs no hand inside. */
export interface PhoneInPage {
  store: ChatStore
  loseNextAnswer?: () => void
}

/** Answers for the store that `open` makes. */
export function serveStore<O>(open: (o: O) => PhoneInPage): void {
  let phone: PhoneInPage | undefined
  const listening = new Map<number, Unsubscribe>()
  const opened = (): PhoneInPage => {
    if (!phone) throw new Error('The phone is not open yet.')
    return phone
  }
  window.chatPage = {
    open(o: O) {
      phone = open(o)
    },
    listen(listener) {
      const stop = opened().store.subscribeChats((value) => void window.chatTold(listener, { value }))
      listening.set(listener, stop)
    },
    leave(listener) {
      listening.get(listener)?.()
      listening.delete(listener)
    },
    /** What a call comes to; an error as its code, since a page cannot throw one out of itself. */
    async call([name, ...given]) {
      const work = opened().store[name] as (...args: unknown[]) => Promise<unknown>
      try {
        return { value: await work(...given) }
      } catch (error) {
        if (error instanceof Error && 'code' in error) return { code: String(error.code) }
        throw error
      }
    },
    loseNextAnswer() {
      opened().loseNextAnswer?.()
    },
  }
}
