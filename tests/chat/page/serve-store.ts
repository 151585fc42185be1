import type { ChatStore, Unsubscribe } from '../../../src/local/chat/chat-store.ts'

/** Runs inside a page of Chromium: a phone's store on the browser's own network, locks, channels and timers. */
declare global {
  interface Window {
    chatPage: ChatPage
    /** Passes an event of a listener from the page to the test. */
    chatTold: (listener: number, told: { value: unknown }) => Promise<void>
  }
}
export type StoreCall = ['send' | 'markRead' | 'markDelivered' | 'loadOlder' | 'close', ...unknown[]]

/** The calls that the page accepts. */
interface ChatPage {
  open: (o: never) => void
  listen: (listener: number) => void
  leave: (listener: number) => void
  call: (given: StoreCall) => Promise<{ value: unknown } | { code: string }>
  loseNextAnswer: () => void
}
/** A phone in a page; `loseNextAnswer` is missing where the test drops responses on the network. */
export interface PhoneInPage {
  store: ChatStore
  loseNextAnswer?: () => void
}

/** Serves calls to the store that `open` creates. */
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
    /** Returns the result of a call; an error becomes its code, because a page cannot throw an error to the test. */
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
