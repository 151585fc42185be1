import { browserEnv } from '../../../src/local/start/env.ts'
import type { Unsubscribe } from '../../../src/local/chat/chat-store.ts'
import { openEmbeddedPhone, type EmbeddedPhone } from '../embedded-phone.ts'

/** Runs inside a page of Chromium: the store of a phone on the browser's own fetch, locks, channels and timers. */
declare global {
  interface Window {
    chatPage: typeof chatPage
    /** Takes what a listener is told out of the page. */
    chatTold: (listener: number, told: { value: unknown }) => Promise<void>
  }
}
export type StoreCall = ['send' | 'markRead' | 'markDelivered' | 'loadOlder' | 'close', ...unknown[]]

let phone: EmbeddedPhone | undefined
const listening = new Map<number, Unsubscribe>()
const opened = (): EmbeddedPhone => {
  if (!phone) throw new Error('The phone is not open yet.')
  return phone
}

const chatPage = {
  open(o: { me: string; token: string }): void {
    phone = openEmbeddedPhone({ ...o, env: browserEnv() })
  },
  listen(what: 'subscribeChats' | 'subscribeUnread', listener: number): void {
    const stop = opened().store[what]((value: unknown) => void window.chatTold(listener, { value }))
    listening.set(listener, stop)
  },
  leave(listener: number): void {
    listening.get(listener)?.()
    listening.delete(listener)
  },
  /** What a call comes to; an error as its code, since a page cannot throw one out of itself. */
  async call([name, ...given]: StoreCall): Promise<{ value: unknown } | { code: string }> {
    const work = opened().store[name] as (...args: unknown[]) => Promise<unknown>
    try {
      return { value: await work(...given) }
    } catch (error) {
      if (error instanceof Error && 'code' in error) return { code: String(error.code) }
      throw error
    }
  },
  loseNextAnswer(): void {
    opened().loseNextAnswer()
  },
}
window.chatPage = chatPage
