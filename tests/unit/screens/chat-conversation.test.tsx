import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { aboutCar, chatNow, message, openChat, own, seller } from '../../support/chat.tsx'
import { samplePerson, settingsServer } from '../../support/shell.tsx'
import { refused, type Server } from '../../support/stage.tsx'

const log = () => within(screen.getByRole('log', { name: 'Messages with Okafor Motors' }))
const pane = () => within(screen.getByRole('region', { name: 'Conversation' }))

/** The texts added to the live region for screen readers. */
const spoken = () => [...document.querySelectorAll('[aria-live="polite"].sr-only > *')]
const readOut = () => spoken().map(({ textContent }) => textContent)

async function choose(name: string) {
  await userEvent.click(pane().getByRole('button', { name: 'More about this chat' }))
  await userEvent.click(screen.getByRole('menuitem', { name }))
}

describe('A message', () => {
  test('shows under its day in stored order, with its time and author [R-CHAT-16]', () => {
    openChat({
      conversation: {
        messages: [
          own('Is it there?', { at: chatNow - 86_400_000 }),
          message('Yes.', { at: chatNow - 60_000 }),
          own('Good.', { at: chatNow - 120_000 }),
        ],
      },
    })
    expect(screen.getByRole('log').textContent).toMatch(
      /Yesterday.*You: Is it there\?14:05.*Today.*Okafor Motors: Yes\.14:04.*You: Good\.14:03/,
    )
  })

  test.each([
    ['waiting', 'Waiting'],
    ['sent', 'Sent'],
    ['delivered', 'Delivered'],
    ['read', 'Read'],
  ] as const)("of one's own that is %s says so in words", (state, words) => {
    openChat({ conversation: { messages: [own('Hello', { state })] } })
    expect(log().getByTitle(words).textContent).toContain(words)
  })

  test('that was refused says why, with ways to retry and to delete it', () => {
    openChat({
      conversation: {
        messages: [own('Hello', { state: 'refused', trouble: 'They take no messages from you.' })],
      },
    })
    expect(log().getByText('Not sent. They take no messages from you.')).toBeTruthy()
    expect(log().getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(log().getByRole('button', { name: 'Delete' })).toBeTruthy()
  })

  test.each(['Retry', 'Delete'])(
    '%s of a refused one leaves the keyboard among the messages',
    async (name) => {
      openChat({ conversation: { messages: [own('Hello', { state: 'refused' })] } })
      await userEvent.click(log().getByRole('button', { name }))
      expect(document.activeElement?.getAttribute('role')).toBe('log')
    },
  )

  test('is text and nothing else, without marks that turn its direction', () => {
    const text = '<img src=x onerror=alert(1)> **bold** \u202Etxet'
    openChat({ conversation: { messages: [message(text)] } })
    expect(
      log().getByText('<img src=x onerror=alert(1)> **bold** txet').closest('[dir]')?.getAttribute('dir'),
    ).toBe('auto')
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  test('that is long is cut after some lines, until one wants the rest', async () => {
    openChat({ conversation: { messages: [message('word '.repeat(400)), message('short')] } })
    const more = log().getByRole('button', { name: 'Show more' })
    expect(more.previousElementSibling?.className).toContain('line-clamp-12')
    await userEvent.click(more)
    expect(log().getByRole('button', { name: 'Show less' }).previousElementSibling?.className).not.toContain(
      'clamp',
    )
  })

  test("that asks for money beforehand has a warning under it; one's own has none", () => {
    openChat({
      conversation: { messages: [message('Pay the deposit first'), own('I will not pay first')] },
    })
    expect(log().getAllByText(/^Never pay before/)).toHaveLength(1)
  })

  test('with a picture shows it in its place, and large at a tap', async () => {
    openChat({ conversation: { messages: [message('', { image: '/media/img_1/1280.webp' })] } })
    await userEvent.click(log().getByRole('button', { name: 'Picture of Okafor Motors: show it large' }))
    const large = within(screen.getByRole('dialog', { name: 'Picture of Okafor Motors' }))
    await userEvent.click(large.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Picture of Okafor Motors' })).toBeNull())
  })
})

describe('A link in a message', () => {
  test('to another site names that site before it opens', async () => {
    openChat({ conversation: { messages: [message('See https://shop.example/x now')] } })
    const link = log().getByRole('link', { name: 'https://shop.example/x' })
    expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'noopener noreferrer nofollow ugc',
      '_blank',
    ])
    expect(fireEvent.click(link)).toBe(false)
    const question = within(await screen.findByRole('dialog', { name: 'You leave Motorkin: shop.example' }))
    expect(question.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(
      'https://shop.example/x',
    )
  })

  test('is asked about for the middle button of a mouse too', async () => {
    openChat({ conversation: { messages: [message('https://shop.example/x')] } })
    const pressed = new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true })
    act(() => void log().getByRole('link').dispatchEvent(pressed))
    expect(pressed.defaultPrevented).toBe(true)
    expect(await screen.findByRole('dialog', { name: 'You leave Motorkin: shop.example' })).toBeTruthy()
  })
})

describe('The car of a chat', () => {
  const drive = () => pane().queryByRole('link', { name: /^Book a\s+test drive$/i })
  test('shows its price and links to its page and to a test drive [R-NAV-10]', () => {
    openChat()
    expect(
      pane()
        .getByRole('link', { name: /2021 Toyota Fortuner/ })
        .getAttribute('href'),
    ).toBe('/listing/fortuner-1')
    expect(pane().getByText('₦549,900')).toBeTruthy()
    expect(drive()?.getAttribute('href')).toBe('/book-test-drive?car=fortuner-1')
  })

  test.each([
    ['that is sold says so', { status: 'sold' as const }, 'Sold'],
    ["that is one's own", { creator: samplePerson.id }, ''],
  ])('%s, and has no test drive', (_, change, words) => {
    openChat({ conversation: { car: { ...aboutCar, ...change } } })
    expect(pane().getByRole('link', { name: /2021 Toyota Fortuner/ }).textContent).toContain(words)
    expect(drive()).toBeNull()
  })
})

describe('What one decides about the other person', () => {
  test('is in a menu that arrow keys walk through and Escape closes', async () => {
    openChat({ width: 390 })
    const button = pane().getByRole('button', { name: 'More about this chat' })
    await userEvent.click(button)
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Mute' }))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Report Okafor Motors' }))
    await userEvent.keyboard('{Escape}')
    expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, button])
    // Escape closed the menu and not the conversation.
    expect(location.search).toBe(`?with=${seller._id}`)
  })

  test('mutes at once, and says so when the server could not be told', async () => {
    let reached = false
    const on = openChat({ set: () => Promise.resolve(reached) })
    await choose('Mute')
    expect(
      await screen.findByText('This could not be saved. Please try again when you are connected.'),
    ).toBeTruthy()
    reached = true
    await choose('Mute')
    expect(await screen.findByText('Muted.')).toBeTruthy()
    expect(on.calls('set')).toEqual([
      [seller._id, { muted: true }],
      [seller._id, { muted: true }],
    ])
  })

  test('blocks after a question, and unblocks without one', async () => {
    const on = openChat()
    await choose('Block Okafor Motors')
    expect(on.calls('set')).toEqual([])
    const question = within(screen.getByRole('alertdialog', { name: 'Block Okafor Motors?' }))
    await userEvent.click(question.getByRole('button', { name: 'Block' }))
    expect(on.calls('set')).toEqual([[seller._id, { blocked: true }]])
    act(() => on.change({ conversation: { blocked: true } }))
    expect(screen.queryByRole('textbox', { name: 'Message to Okafor Motors' })).toBeNull()
    await userEvent.click(pane().getByRole('button', { name: 'Unblock' }))
    expect(on.calls('set').at(-1)).toEqual([seller._id, { blocked: false }])
    act(() => on.change({ conversation: { blocked: false } }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message to Okafor Motors' }))
  })

  test('says so when it could not be unblocked', async () => {
    openChat({ conversation: { blocked: true }, set: () => Promise.resolve(false) })
    await userEvent.click(pane().getByRole('button', { name: 'Unblock' }))
    expect(await screen.findByText(/This could not be saved/)).toBeTruthy()
  })

  test('is reported with a reason; the words stay when it does not arrive', async () => {
    let arrives = false
    const server: Server = (asked) =>
      asked.path === 'chat/report-person'
        ? arrives
          ? {
              body: {
                success: true,
                msg: 'Thank you.',
                data: { _id: 'r', created_at: '2026-03-12T12:00:00.000Z' },
              },
            }
          : refused(429, 'rate_limited', 'Please wait a minute.')
        : settingsServer(asked)
    const on = openChat({ server })
    await choose('Report Okafor Motors')
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Okafor Motors' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(dialog.getByText('Please choose a reason')).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(dialog.getByText('Please tell us what is wrong')).toBeTruthy()
    await userEvent.type(dialog.getByRole('textbox', { name: 'What is it?' }), 'Asks for my PIN')
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await dialog.findByText('Not sent. Please wait a minute.')).toBeTruthy()
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Asks for my PIN')
    arrives = true
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await dialog.findByText('Thank you.')).toBeTruthy()
    // The focused element may be removed together with the form.
    expect(document.activeElement?.textContent).toContain('They are not told who reported them.')
    expect(on.asked.filter(({ path }) => path === 'chat/report-person').at(-1)?.body).toEqual({
      person: seller._id,
      reason: 'other',
      words: 'Asks for my PIN',
    })
  })
})

describe('A report of a person', () => {
  const thanks = {
    body: { success: true, msg: 'Thank you.', data: { _id: 'r', created_at: '2026-03-12T12:00:00.000Z' } },
  }
  /** Sends a report that the server answers late. */
  async function reportSlowly() {
    let arrive = () => {}
    const arrived = new Promise<void>((go) => (arrive = go))
    const on = openChat({
      server: (asked) =>
        asked.path === 'chat/report-person' ? arrived.then(() => thanks) : settingsServer(asked),
    })
    const dialog = async () => {
      await choose('Report Okafor Motors')
      return within(await screen.findByRole('dialog', { name: 'Report Okafor Motors' }))
    }
    const here = await dialog()
    await userEvent.click(await here.findByRole('radio', { name: 'Fraud or scam' }))
    const words = (inside: typeof here) =>
      inside.getByRole<HTMLTextAreaElement>('textbox', { name: /Anything we should know/ })
    await userEvent.type(words(here), 'Asks for my PIN')
    await userEvent.click(here.getByRole('button', { name: 'Send report' }))
    return { on, here, dialog, words, arrive }
  }

  test('keeps what is typed while it is sent for the next one', async () => {
    const { here, dialog, words, arrive } = await reportSlowly()
    await userEvent.type(words(here), ' by phone')
    arrive()
    expect(await here.findByText('Thank you.')).toBeTruthy()
    for (const button of here.getAllByRole('button', { name: 'Close' }).slice(-1))
      await userEvent.click(button)
    await waitFor(() => expect(here.queryByText('Thank you.')).toBeNull())
    const again = await dialog()
    expect(words(again).value).toBe('Asks for my PIN by phone')
  })

  test('that arrives after its chat was left clears nothing typed since', async () => {
    const { on, arrive } = await reportSlowly()
    on.unmount()
    // Another page of this phone continued the draft.
    const { drafts } = await on.local.load()
    const since = { reason: 'scam', words: 'And for my bank card' }
    await drafts.save(`report-person:${seller._id}`, since)
    await act(async () => arrive())
    await new Promise((over) => setTimeout(over, 50))
    expect(await drafts.read(`report-person:${seller._id}`)).toEqual(since)
  })
})

describe('A conversation is marked as read', () => {
  test('when it is chosen and the other person wrote last [R-CHAT-08 R-STATE-25]', () => {
    const on = openChat({ conversation: { messages: [own('Hello'), message('Hi')] } })
    expect(on.calls('markRead')).toHaveLength(1)
  })

  test("but not when the last message is one's own, whatever waits behind it [R-CHAT-08 R-STATE-25]", () => {
    const on = openChat({
      conversation: { messages: [message('Hi'), own('Hello'), own('Still there?', { state: 'waiting' })] },
    })
    fireEvent.focus(screen.getByRole('textbox'))
    expect(on.calls('markRead')).toEqual([])
  })

  test('when the box is entered [R-CHAT-08]', () => {
    const on = openChat()
    const before = on.calls('markRead').length
    fireEvent.focus(screen.getByRole('textbox'))
    expect(on.calls('markRead').length).toBe(before + 1)
  })

  test('when a message comes into view, and it is read out', () => {
    const on = openChat()
    const before = on.calls('markRead').length
    act(() => on.change({ conversation: { messages: [message('Yes.'), message('And you?')] } }))
    expect(on.calls('markRead').length).toBe(before + 1)
    expect(readOut()).toEqual(['Okafor Motors: Yes.', 'Okafor Motors: And you?'])
  })

  test('also while a message of one’s own stands refused behind those that come', () => {
    const [first, refused] = [message('Hi'), own('Hello', { state: 'refused' })]
    const on = openChat({ conversation: { messages: [first, refused] } })
    const before = on.calls('markRead').length
    act(() => on.change({ conversation: { messages: [first, message('Yes.'), refused] } }))
    expect(on.calls('markRead').length).toBe(before + 1)
    expect(readOut()).toEqual(['Okafor Motors: Yes.'])
  })
})

test('The same words said twice are read out twice', () => {
  const [first, again] = [message('Yes.'), message('Yes.')]
  const on = openChat({ conversation: { messages: [own('Hello')] } })
  act(() => on.change({ conversation: { messages: [own('Hello'), first] } }))
  const [said] = spoken()
  act(() => on.change({ conversation: { messages: [own('Hello'), first, again] } }))
  expect([spoken().length, spoken()[0] === said]).toEqual([2, true])
})

test('The first words of a chat are advice, until it is closed', async () => {
  openChat({ address: '/chat?with=seller-2', conversation: { messages: [] } })
  const note = within(screen.getByRole('complementary', { name: 'Stay safe' }))
  await userEvent.click(note.getByRole('button', { name: 'Close this note' }))
  expect(screen.queryByRole('complementary', { name: 'Stay safe' })).toBeNull()
  // The button is removed, so the focus moves to the messages.
  expect(document.activeElement).toBe(screen.getByRole('log'))
})

test('A chat that is gone says so and leads to the others', () => {
  openChat({ conversation: { person: undefined, messages: [], gone: true } })
  expect(screen.getByText('This chat is not here any more')).toBeTruthy()
  expect(pane().getByRole('link', { name: 'Your chats' }).getAttribute('href')).toBe('/chat')
})
