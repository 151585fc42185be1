import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShownMessage } from '#local/react'
import { scrollPlaces } from '../../../src/features/chat/messages/places.ts'
import { chatNow, message, openChat, own } from '../../support/chat.tsx'

/** happy-dom has no layout: every line of a log is 50 px high here, and its box shows 500 px. */
const lineHeight = 50
const boxHeight = 500
const isLog = (element: HTMLElement) => element.getAttribute('role') === 'log'
const linesOf = (log: Element) => [...log.querySelectorAll('[data-message], [data-unread]')]

/** Height of the row above the first message that says that more messages are loading. */
const rowAbove = (log: Element) => (/earlier messages/.test(log.textContent) ? 52 : 0)

/** Height that a refusal or a picture adds to its message. */
const grown = (log: Element) =>
  /Not sent\. /.test(log.textContent) || log.querySelector('picture') ? 2 * lineHeight : 0

function layOut() {
  const tops = new WeakMap<Element, number>()
  const define = (
    name: 'clientHeight' | 'scrollHeight' | 'offsetTop' | 'offsetHeight',
    of: (e: HTMLElement) => number,
  ) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return of(this)
    })
  define('clientHeight', (e) => (isLog(e) ? boxHeight : 0))
  define('scrollHeight', (e) => (isLog(e) ? linesOf(e).length * lineHeight + rowAbove(e) + grown(e) : 0))
  define('offsetHeight', () => lineHeight)
  define('offsetTop', (e) => {
    const log = e.closest('[role="log"]')
    return log ? linesOf(log).indexOf(e) * lineHeight + rowAbove(log) : 0
  })
  vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(function (this: Element) {
    return tops.get(this) ?? 0
  })
  vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (this: Element, top: number) {
    tops.set(this, Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight)))
  })
}

const log = () => screen.getByRole('log')
const shown = () => linesOf(log()).flatMap((line) => line.getAttribute('data-message') ?? [])
const history = (count: number, from = 0): ShownMessage[] =>
  Array.from({ length: count }, (_, n) =>
    message(`Message ${from + n}`, { id: `h${from + n}`, at: chatNow - (5000 - n) * 1000 }),
  )
/** Returns the position of a message on the screen, in pixels from the upper edge of the box. */
const placeOf = (id: string) => shown().indexOf(id) * lineHeight + rowAbove(log()) - log().scrollTop
const scrollTo = (top: number) =>
  act(() => {
    log().scrollTop = top
    fireEvent.scroll(log())
  })
let chat = 0
/** Opens a conversation without a stored scroll position. */
const open = (given: NonNullable<Parameters<typeof openChat>[0]>['conversation'], address?: string) => {
  chat += 1
  return openChat({ address: address ?? `/chat?with=history-${chat}`, conversation: given ?? {} })
}

describe('The history of a conversation', () => {
  beforeEach(layOut)
  afterEach(() => vi.restoreAllMocks())

  test('opens at the newest message [R-CHAT-16]', () => {
    open({ messages: history(100) })
    expect(shown().at(-1)).toBe('h99')
    expect(log().scrollTop).toBe(log().scrollHeight - boxHeight)
  })

  test('of 5,000 messages is never on the page as a whole, wherever one reads', () => {
    open({ messages: history(5000) })
    for (let turn = 0; turn < 40; turn += 1) {
      scrollTo(0)
      expect(shown().length).toBeLessThanOrEqual(120)
    }
    expect(Number(shown()[0]?.slice(1))).toBeLessThan(4000)
    for (let turn = 0; turn < 80 && shown().at(-1) !== 'h4999'; turn += 1) scrollTo(log().scrollHeight)
    expect([shown().at(-1), shown().length <= 120]).toEqual(['h4999', true])
  })

  test('has no gaps while one moves through it', () => {
    open({ messages: history(600) })
    for (const top of [0, 0, 300, 0, 5000, 900, 5000]) {
      scrollTo(top)
      const numbers = shown().map((id) => Number(id.slice(1)))
      expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n))
    }
  })

  test('loads older messages near its top without moving what a person reads', () => {
    const on = open({ messages: history(100, 50), older: 'more' })
    expect(on.calls('loadOlder')).toEqual([])
    scrollTo(400)
    scrollTo(400)
    scrollTo(300)
    expect(shown()[0]).toBe('h50')
    expect(on.calls('loadOlder').length).toBeGreaterThan(0)
    const before = placeOf('h56')
    act(() => on.change({ conversation: { messages: history(150), older: 'none' } }))
    expect(shown()[0]).not.toBe('h50')
    expect(placeOf('h56')).toBe(before)
  })

  test('moves nothing either for those who wait at its very top', () => {
    const on = open({ messages: history(100, 50), older: 'more' })
    scrollTo(0)
    scrollTo(0)
    scrollTo(0)
    expect([shown()[0], log().scrollTop]).toEqual(['h50', 0])
    act(() => on.change({ conversation: { messages: history(150), older: 'none' } }))
    expect(placeOf('h50')).toBe(52)
    expect(log().scrollTop).toBeGreaterThan(0)
  })

  test('says when older messages could not be loaded, and tries again', async () => {
    const on = open({ messages: history(3), older: 'failed' })
    expect(screen.getByText('Earlier messages could not be loaded.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(on.calls('loadOlder').length).toBeGreaterThan(0)
    // The button is replaced by the loading text.
    expect(document.activeElement).toBe(log())
  })

  test('stays in place when a message comes, and counts it behind a button', async () => {
    const on = open({ messages: history(100) })
    scrollTo(1000)
    const [middle = ''] = shown().slice(22)
    const before = placeOf(middle)
    act(() => on.change({ conversation: { messages: [...history(100), message('New', { id: 'new' })] } }))
    expect(placeOf(middle)).toBe(before)
    const down = screen.getByRole('button', { name: '1 new Go to the newest message' })
    await userEvent.click(down)
    // A browser fires an event for every scroll.
    fireEvent.scroll(log())
    expect(log().scrollTop).toBe(log().scrollHeight - boxHeight)
    expect(screen.queryByRole('button', { name: /newest message/ })).toBeNull()
    expect(document.activeElement).toBe(log())
  })

  test('counts what comes also behind a message of one’s own that waits', () => {
    const waits = own('Waits', { state: 'waiting' })
    const on = open({ messages: [...history(100), waits] })
    scrollTo(1000)
    act(() => on.change({ conversation: { messages: [...history(100), message('New'), waits] } }))
    expect(screen.getByRole('button', { name: '1 new Go to the newest message' })).toBeTruthy()
  })

  test('follows what one writes oneself', () => {
    const on = open({ messages: history(100) })
    scrollTo(1000)
    act(() => on.change({ conversation: { messages: [...history(100), own('Mine', { id: 'mine' })] } }))
    expect(log().scrollTop).toBe(log().scrollHeight - boxHeight)
  })

  test.each<[string, Partial<ShownMessage>]>([
    ['is refused', { state: 'refused' }],
    ['gets its picture', { image: 'https://motorkin.test/uploads/a.jpg' }],
  ])('keeps the newest message in view when it %s', (_, change) => {
    const last = (more: Partial<ShownMessage> = {}) => own('Mine', { id: 'mine', state: 'waiting', ...more })
    const on = open({ messages: [...history(50), last()] })
    const before = log().scrollHeight
    act(() => on.change({ conversation: { messages: [...history(50), last(change)] } }))
    expect(log().scrollHeight).toBeGreaterThan(before)
    expect(log().scrollTop).toBe(log().scrollHeight - boxHeight)
  })

  test('opens at the unread messages, whose marker disappears once the person answers', () => {
    const on = open({ messages: history(100), firstUnread: 'h70' })
    expect(screen.getByText('30 new messages')).toBeTruthy()
    const top =
      linesOf(log()).findIndex((line) => line.hasAttribute('data-unread')) * lineHeight - log().scrollTop
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(boxHeight / 2)
    act(() => on.change({ conversation: { messages: [...history(100), message('Late')] } }))
    expect(screen.getByText('30 new messages')).toBeTruthy()
    act(() => on.change({ conversation: { messages: [...history(100), own('Answer')] } }))
    expect(screen.queryByText(/new messages/)).toBeNull()
  })

  test('is where one left it when one comes back', async () => {
    const { unmount } = open({ messages: history(300) }, '/chat?with=left')
    scrollTo(0)
    scrollTo(700)
    const [id = ''] = shown().slice(Math.floor(log().scrollTop / lineHeight))
    const before = placeOf(id)
    unmount()
    open({ messages: history(300) }, '/chat?with=left')
    await waitFor(() => expect(placeOf(id)).toBe(before))
  })

  test('reopens where it was read after a reload, even before all messages are there [R-PWA-19]', async () => {
    const read = open({ messages: history(300) }, '/chat?with=anew')
    scrollTo(0)
    scrollTo(700)
    const [id = ''] = shown().slice(Math.floor(log().scrollTop / lineHeight))
    const before = placeOf(id)
    window.dispatchEvent(new Event('pagehide'))
    read.unmount()
    // The next page has only the stored positions.
    scrollPlaces.clear()
    vi.resetModules()
    const next = await import('../../../src/features/chat/messages/places.ts')
    expect(sessionStorage.getItem('chat-place')).toBeNull()
    for (const [other, place] of next.scrollPlaces) scrollPlaces.set(other, place)
    const waiting = own('Waits', { state: 'waiting' })
    const on = open({ known: false, live: false, messages: [waiting] }, '/chat?with=anew')
    act(() => on.change({ conversation: { known: true, messages: [...history(300), waiting] } }))
    await waitFor(() => expect(placeOf(id)).toBe(before))
  })

  test('opens at the newest message when the saved place no longer exists', () => {
    scrollPlaces.set('gone', { id: 'h-before-all', top: 10 })
    open({ messages: history(100) }, '/chat?with=gone')
    expect(log().scrollTop).toBe(log().scrollHeight - boxHeight)
  })
})
