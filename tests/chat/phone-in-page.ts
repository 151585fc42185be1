import type { BrowserContext, Page } from 'playwright-core'
import { ChatError, type ChatErrorCode, type ChatStore } from '../../src/local/chat/chat-store.ts'
import { pageScript } from '../../bench/page/script.ts'
import { openShared, type Shared } from '../support/browser.ts'
import type { StoreCall } from './page/serve-store.ts'
import type { ChatWorldPhone } from './world.ts'

type PageListener = (value: never) => void

/** Returns a store that forwards its calls to the page. */
function storeOf(
  kind: ChatStore['kind'],
  {
    page,
    listeners,
    leaving,
  }: { page: Page; listeners: Map<number, PageListener>; leaving: Promise<void>[] },
): ChatStore {
  let count = 0
  const call = async <T>(...given: StoreCall): Promise<T> => {
    const came = await page.evaluate((asked) => window.chatPage.call(asked), given)
    if ('code' in came) throw new ChatError(came.code as ChatErrorCode)
    return came.value as T
  }
  return {
    kind,
    subscribeChats(told) {
      const listener = ++count
      listeners.set(listener, told)
      const begun = page.evaluate((n) => window.chatPage.listen(n), listener)
      return () => {
        listeners.delete(listener)
        leaving.push(begun.then(() => page.evaluate((n) => window.chatPage.leave(n), listener)))
      }
    },
    send: (other, message) => call('send', other, message),
    markRead: (other, last) => call('markRead', other, last),
    markDelivered: (other, last) => call('markDelivered', other, last),
    loadOlder: (other, before) => call('loadOlder', other, before),
    close: () => call('close'),
  }
}

interface Slot {
  context: BrowserContext
  listeners: Map<number, PageListener>
}

/** Phones as pages of Chromium, each in a browser context of its own, on an address of a server without the app. */
export interface PagePhones<O> {
  /** Opens a phone. `address` is any page of the server; `o` is passed to the script that opens the store. */
  open: (address: string, o: O) => Promise<ChatWorldPhone & { context: BrowserContext }>
  close: () => Promise<void>
}

/** Starts phones in pages. `script` calls `serveStore`. */
export async function phonesInPages<O extends object>(
  kind: ChatStore['kind'],
  script: string,
): Promise<PagePhones<O>> {
  const content = `globalThis.__name ??= (f) => f;${await pageScript(script)}`
  const browser: Shared = await openShared()
  // Opening a context takes longer than most cases, so contexts are reused.
  const idle: Slot[] = []
  async function newSlot(): Promise<Slot> {
    const context = await browser.phone({ serviceWorkers: 'block' })
    const listeners = new Map<number, PageListener>()
    await context.addInitScript({ content })
    await context.exposeFunction('chatTold', (listener: number, { value }: { value: never }) =>
      listeners.get(listener)?.(value),
    )
    return { context, listeners }
  }
  return {
    open: async (address, o) => {
      const slot = idle.pop() ?? (await newSlot())
      const { context, listeners } = slot
      listeners.clear()
      const page = await context.newPage()
      const leaving: Promise<void>[] = []
      await page.goto(address)
      await page.evaluate((given) => window.chatPage.open(given as never), o)
      return {
        context,
        store: storeOf(kind, { page, listeners, leaving }),
        offline: () => context.setOffline(true),
        online: () => context.setOffline(false),
        loseNextAnswer: () => page.evaluate(() => window.chatPage.loseNextAnswer()),
        discard: async () => {
          await Promise.all(leaving)
          // The next phone gets a new page: a page may have unfinished work.
          await page.close()
          await context.setOffline(false)
          idle.push(slot)
        },
      }
    },
    close: () => browser.close(),
  }
}
