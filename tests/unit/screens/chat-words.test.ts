import { describe, expect, test } from 'vitest'
import { arrangeMessages } from '../../../src/features/chat/messages/arrange.ts'
import { findLinks } from '../../../src/features/chat/messages/find-links.ts'
import { findWarning } from '../../../src/features/chat/messages/bubble.tsx'
import { truncatePreview } from '../../../src/features/chat/chat-list-pane.tsx'
import { formatDayName, formatListTime } from '../../../src/features/chat/times.ts'
import { chatNow, message, own } from '../../support/chat.tsx'
import fc from '../../support/property.ts'

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()

describe('A preview', () => {
  test.each([
    ['of 30 characters is shown whole', 'a'.repeat(30), 'a'.repeat(30)],
    ['of 31 characters is cut at 30 with an ellipsis', 'a'.repeat(31), `${'a'.repeat(30)}…`],
    ['counts what one sees as one character', '👩🏽‍🔧'.repeat(31), `${'👩🏽‍🔧'.repeat(30)}…`],
    ['is one line', 'one\n\n two ', 'one two'],
  ])('%s [R-CHAT-06]', (_, text, shown) => expect(truncatePreview(text)).toBe(shown))

  test('never shows half of a character, whatever is written [R-CHAT-06 R-CONST-12]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const cut = truncatePreview(text)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
        expect(cut.endsWith('…') || cut === text.replace(/\s+/g, ' ').trim()).toBe(true)
      }),
    )
  })
})

test.each([
  [at(2026, 2, 12, 0, 1), '00:01', 'Today'],
  [at(2026, 2, 11, 23, 59), 'Yesterday', 'Yesterday'],
  [at(2026, 2, 2, 9, 0), '2 Mar', 'Monday 2 March'],
  [at(2025, 10, 12, 9, 0), '12 Nov 2025', 'Wednesday 12 November 2025'],
])('A time says as much of its day as is needed [R-CHAT-16] (%s)', (then, inList, between) => {
  expect([formatListTime(then, chatNow), formatDayName(then, chatNow)]).toEqual([inList, between])
})

describe('Messages of a conversation', () => {
  test('Lines have different names whatever ids the other phone makes up', () => {
    const ids = ['a', 'a', 'a+', 'unread', 'day-20260312']
    const lines = arrangeMessages(
      ids.map((id) => message('Hi', { id })),
      { now: chatNow, firstUnread: 'a' },
    )
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  })

  const kinds = (lines: ReturnType<typeof arrangeMessages>) =>
    lines.map((line) =>
      line.is === 'message'
        ? `${line.message.text}${line.first ? ' first' : ''}${line.last ? ' last' : ''}`
        : line.words,
    )
  test('are parted by days, and grouped by who wrote them shortly after each other [R-CHAT-16]', () => {
    const minute = 60_000
    const lines = arrangeMessages(
      [
        message('a', { at: chatNow - 86_400_000 }),
        message('b', { at: chatNow - 20 * minute }),
        message('c', { at: chatNow - 19 * minute }),
        own('d', { at: chatNow - 18 * minute }),
        own('e', { at: chatNow - 2 * minute }),
      ],
      { now: chatNow },
    )
    expect(kinds(lines)).toEqual([
      'Yesterday',
      'a first last',
      'Today',
      'b first',
      'c last',
      'd first last',
      'e first last',
    ])
  })

  test('name a day once, also when a clock is wrong', () => {
    const lines = arrangeMessages(
      [message('a'), message('b', { at: chatNow - 3 * 86_400_000 }), message('c')],
      {
        now: chatNow,
      },
    )
    expect(lines.filter(({ is }) => is === 'day')).toHaveLength(1)
  })

  test('have a mark before what is new, with its number', () => {
    const messages = [message('old'), message('new'), message('newer')]
    const lines = arrangeMessages(messages, { now: chatNow, firstUnread: messages[1]?.id, unread: 2 })
    expect(kinds(lines)).toEqual(['Today', 'old first last', '2 new messages', 'new first', 'newer last'])
  })
})

describe('A link in a message', () => {
  const ours = 'https://motorkin.test'
  const links = (text: string) => findLinks(text, ours).filter((part) => typeof part !== 'string')
  test.each([
    ['See https://a.example/x?y=1.', 'https://a.example/x?y=1'],
    ['(https://a.example/b_(c))', 'https://a.example/b_(c)'],
    ['https://a.example!', 'https://a.example'],
  ])('ends where its sentence goes on: %s', (text, shown) => {
    expect(links(text)).toMatchObject([{ shown, foreign: 'a.example' }])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    'ftp://a.example/x',
    'https://motorkin.test@evil.example/',
    'a.example',
    'https://',
  ])('is only one to the web, by its host: not %s', (text) => {
    expect(findLinks(text, ours).every((part) => typeof part === 'string')).toBe(true)
    expect(links(text)).toEqual([])
  })

  test('shows the true name of a host in look-alike letters', () => {
    expect(links('https://аpple.com/login')).toMatchObject([
      { shown: 'https://xn--pple-43d.com/login', foreign: 'xn--pple-43d.com' },
    ])
  })

  test('to our own site leads nowhere else', () => {
    expect(links(`${ours}/listing/x`)).toMatchObject([{ foreign: undefined }])
  })

  test('takes no letter away from the words around it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('https://a.example/b', ' ', 'word', ').', '(', '\n', '<b>')),
        (parts) => {
          const text = parts.join('')
          const whole = findLinks(text, ours)
            .map((part) => (typeof part === 'string' ? part : part.shown))
            .join('')
          expect(whole).toBe(text)
        },
      ),
    )
  })
})

describe('A warning', () => {
  test.each([
    'Please pay the deposit first',
    'Transfer R5000 to reserve it',
    'Send the money before you come, my brother is waiting',
    'What is the OTP you got?',
    'Send it by Western Union',
    'My bank details are below',
    'WhatsApp me on this number',
    'Message me on Telegram',
  ])('stands under "%s"', (text) => expect(findWarning(text)).toBeTruthy())

  test.each([
    'Is it still available?',
    'What is the price?',
    'I can pay cash when we meet',
    'The deposit is not needed',
    'The battery was first replaced in 2020',
    'There is a signal at the gate',
    'Can I see it on Saturday?',
  ])('does not stand under "%s"', (text) => expect(findWarning(text)).toBeUndefined())
})
