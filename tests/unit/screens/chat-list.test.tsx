import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { aboutCar, chatNow, message, openChat, seller, summary } from '../../support/chat.tsx'

const listPane = () => within(screen.getByRole('region', { name: 'Chat list' }))
const conversationPane = () => screen.queryByRole('region', { name: 'Conversation' })
const retrieval = 'There was error retrieving your chat. Please try again later.'

describe('The chat has two panes', () => {
  test('side by side, and asks for a chat while none is chosen [R-CHAT-04 R-CHAT-11 R-ERR-14 R-NAV-18]', () => {
    openChat({ address: '/chat' })
    expect(listPane().getByRole('link', { name: /Okafor Motors/ })).toBeTruthy()
    expect(screen.getByText('Please select chat from chat list')).toBeTruthy()
  })

  test.each([
    [767, true],
    [768, false],
  ])('of which a window of %i px shows one at a time: %s [R-CHAT-05]', async (width, one) => {
    openChat({ address: '/chat', width })
    expect(conversationPane() === null).toBe(one)
    await userEvent.click(listPane().getByRole('link', { name: /Okafor Motors/ }))
    expect(location.search).toBe(`?with=${seller._id}`)
    expect(screen.getByRole('log')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Chat list' }) === null).toBe(one)
  })

  test('and Back, the button and Escape return to the list on a phone [R-CHAT-05]', async () => {
    const ways: (() => Promise<unknown>)[] = [
      () => userEvent.click(screen.getByRole('button', { name: 'Back to your chats' })),
      () => userEvent.keyboard('{Escape}'),
      () => act(async () => history.back()),
    ]
    for (const leave of ways) {
      const { unmount } = openChat({ address: '/chat', width: 390 })
      await userEvent.click(listPane().getByRole('link', { name: /Okafor Motors/ }))
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Okafor Motors/ }))
      await leave()
      await waitFor(() => expect(location.search).toBe(''))
      await waitFor(() =>
        expect(document.activeElement).toBe(listPane().getByRole('link', { name: /Okafor Motors/ })),
      )
      unmount()
    }
  })

  test('and the list replaces a chat opened by its address in the history', async () => {
    const pushed = vi.spyOn(history, 'pushState')
    openChat({ width: 390 })
    await userEvent.click(screen.getByRole('button', { name: 'Back to your chats' }))
    await waitFor(() => expect(location.search).toBe(''))
    expect(pushed).not.toHaveBeenCalled()
  })
})

describe('An entry of the list', () => {
  test('states the person, car, last message, time and state in words [R-CHAT-06]', () => {
    openChat({
      address: '/chat',
      list: {
        chats: [
          summary({
            lastText: 'The papers are in order, come whenever you like.',
            car: aboutCar,
            unread: true,
            muted: true,
          }),
        ],
      },
    })
    const words = listPane().getByRole('link').textContent
    for (const part of [
      'Okafor Motors',
      aboutCar.title,
      'The papers are in order, come…',
      '14:04',
      'Unread',
      'Muted',
    ])
      expect(words).toContain(part)
    expect(words).not.toContain('whenever')
  })

  test.each([
    ['waiting', 'Waiting'],
    ['refused', 'Not sent'],
    ['read', 'Read'],
  ] as const)('says of an own last message that it is %s', (lastState, words) => {
    openChat({ address: '/chat', list: { chats: [summary({ lastState, lastIsMine: true })] } })
    expect(listPane().getByRole('link').textContent).toContain(words)
  })

  test('has a name also where an account is gone', () => {
    openChat({ address: '/chat', list: { chats: [summary({ other: { ...seller, fullname: '' } })] } })
    expect(listPane().getByRole('link', { name: /^This person/ })).toBeTruthy()
  })

  test('names a picture and removes characters that reverse the direction of a name', () => {
    openChat({
      address: '/chat',
      list: {
        chats: [
          summary({
            lastText: '',
            lastIsPicture: true,
            other: { ...seller, fullname: 'Anna \u202Eevil' },
          }),
        ],
      },
    })
    expect(listPane().getByRole('link').textContent).toContain('Picture')
    expect(document.body.textContent).not.toContain('\u202E')
  })
})

describe('A list without chats', () => {
  test('says that there are none once the server has said so [R-CHAT-09 R-ERR-11]', () => {
    openChat({ address: '/chat', list: { chats: [] } })
    expect(listPane().getByText("You don't have any chats available")).toBeTruthy()
  })

  test('says otherwise that the store holds none yet [R-CHAT-12 R-ERR-13]', () => {
    openChat({ address: '/chat', list: { chats: [], storeEmpty: true } })
    expect(listPane().getByText('No chats available')).toBeTruthy()
    expect(screen.queryByText("You don't have any chats available")).toBeNull()
  })

  test('does not claim to be empty from the cache; it shows its age', () => {
    openChat({ address: '/chat', list: { chats: [], live: false, asOf: chatNow - 65 * 60_000 } })
    expect(listPane().getByText('Not live. As of 13:00.')).toBeTruthy()
    expect(screen.queryByText(/You don't have any chats|No chats available/)).toBeNull()
  })

  test('waits while nothing is known', () => {
    openChat({ address: '/chat', list: { chats: [], live: false, known: false } })
    expect(listPane().getByText('Loading your chats')).toBeTruthy()
    expect(screen.queryByText(/You don't have any chats|No chats available/)).toBeNull()
  })

  test('says that it could not be retrieved, and tries again [R-CHAT-10 R-ERR-12]', async () => {
    const on = openChat({ address: '/chat', list: { chats: [], live: false, known: false, failed: true } })
    expect(listPane().getByRole('alert').textContent).toBe(retrieval)
    await userEvent.click(listPane().getByRole('button', { name: 'Retry' }))
    expect(on.calls('retry')).toHaveLength(1)
  })
})

test('Chats of this phone are shown while the store is away, with their age', () => {
  openChat({
    list: { live: false, asOf: chatNow - 65 * 60_000 },
    conversation: { live: false, messages: [message('Kept on the phone')] },
  })
  expect(screen.getAllByText('Not live. As of 13:00.')).toHaveLength(2)
  expect(screen.getByText('Kept on the phone')).toBeTruthy()
})
