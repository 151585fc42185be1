import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { aboutCar, message, openChat, own, seller } from '../../support/chat.tsx'
import { samplePerson } from '../../support/shell.tsx'

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Okafor Motors' })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const type = (words: string) => fireEvent.change(box(), { target: { value: words } })
const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const attach = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose pictures'), { target: { files } })
/** Sets the kind of pointer; a phone has no fine pointer. */
function pointer(fine: boolean) {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: fine)' ? Object.create(real(query), { matches: { value: fine } }) : real(query),
  )
}

describe('A message is sent', () => {
  test('by the button, and the box is empty again with the focus in it', async () => {
    const on = openChat()
    type('Is it still there?')
    await userEvent.click(send())
    expect(on.calls('send')).toEqual([[seller._id, { text: 'Is it still there?' }]])
    await waitFor(() => expect(box().value).toBe(''))
    expect(document.activeElement).toBe(box())
  })

  test('trimmed, and not when it is empty [R-CHAT-07 R-VAL-68]', async () => {
    const on = openChat()
    type('   \n ')
    expect(send().disabled).toBe(true)
    fireEvent.submit(box())
    type('  Hello \n')
    await userEvent.click(send())
    expect(on.calls('send')).toEqual([[seller._id, { text: 'Hello' }]])
  })

  test('once, however often one taps', async () => {
    const on = openChat({ send: () => new Promise(() => undefined) })
    type('Hello')
    fireEvent.click(send())
    fireEvent.click(send())
    await act(() => Promise.resolve())
    expect(on.calls('send')).toHaveLength(1)
  })

  test('and stays in the box with the reason when the phone cannot keep it', async () => {
    openChat({ send: () => Promise.resolve({ ok: false, error: new AppError('storage_unavailable') }) })
    type('Hello')
    await userEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toBe(new AppError('storage_unavailable').message)
    expect(box().value).toBe('Hello')
  })

  test('while it is being saved, and what is typed meanwhile is the next one', async () => {
    const answers: ((
      saved: { ok: true; id: string; kept: boolean } | { ok: false; error: AppError },
    ) => void)[] = []
    const on = openChat({ send: () => new Promise((resolve) => answers.push(resolve)) })
    type('Hello')
    await userEvent.click(send())
    await userEvent.type(box(), 'And the price?')
    await act(async () => answers[0]?.({ ok: true, id: 'x', kept: true }))
    expect(box().value).toBe('And the price?')
    await userEvent.click(send())
    await userEvent.type(box(), 'Please')
    await act(async () => answers[1]?.({ ok: false, error: new AppError('storage_unavailable') }))
    expect(on.calls('send').map(([, message]) => message)).toEqual([
      { text: 'Hello' },
      { text: 'And the price?' },
    ])
    expect(box().value).toBe('And the price?\nPlease')
  })

  test('after the one before, where "Send" was pressed while that was stored', async () => {
    const stored: (() => void)[] = []
    const on = openChat({
      send: () => new Promise((resolve) => stored.push(() => resolve({ ok: true, id: 'x', kept: true }))),
    })
    const words = () => on.calls('send').map(([, message]) => message)
    type('Hello')
    await userEvent.click(send())
    type('And the price?')
    await userEvent.click(send())
    expect(words()).toEqual([{ text: 'Hello' }])
    await act(async () => stored[0]?.())
    expect(words()).toEqual([{ text: 'Hello' }, { text: 'And the price?' }])
    type('Plea')
    await userEvent.click(send())
    type('Please')
    await act(async () => stored[1]?.())
    expect([words().length, box().value]).toEqual([2, 'Please'])
  })

  test.each([
    ['with a mouse at hand', true, '{Enter}', 1],
    ['but not with Shift', true, '{Shift>}{Enter}{/Shift}', 0],
    ['and not on a phone, where it ends a line', false, '{Enter}', 0],
  ])('by Enter: %s', async (_, fine, keys, sent) => {
    pointer(fine)
    const on = openChat()
    box().focus()
    await userEvent.keyboard(`Hello${keys}`)
    expect(on.calls('send')).toHaveLength(sent)
  })

  test.each([
    ['in most browsers', { isComposing: true }],
    ['in Safari, where they are composed by then', { keyCode: 229 }],
  ])('not by the Enter that ends the composing of words: %s', (_, event) => {
    pointer(true)
    const on = openChat()
    type('你好')
    fireEvent.keyDown(box(), { key: 'Enter', ...event })
    expect(on.calls('send')).toEqual([])
  })
})

describe('What is typed', () => {
  test('counts down near the limit, and over it cannot be sent [R-VAL-68]', () => {
    openChat()
    type('é'.repeat(1900))
    expect(screen.getByText('200 left')).toBeTruthy()
    type('é'.repeat(2001))
    expect(screen.getByRole('alert').textContent).toBe(
      'This message is too long. Please send it in two parts.',
    )
    expect(send().disabled).toBe(true)
  })

  test('is there again after the page was killed, for the same person only', async () => {
    const on = openChat()
    type('I would come on')
    const phone = await on.local.load()
    on.unmount()
    await waitFor(async () =>
      expect(await phone.drafts.read(`chat:${seller._id}`)).toEqual({ text: 'I would come on' }),
    )
    expect(await phone.drafts.read('chat:somebody')).toBeUndefined()
  })

  test('is drafted as it is sent, so that its draft goes with it', async () => {
    const drafted: unknown[] = []
    const on = openChat({
      async send() {
        const { drafts } = await on.local.load()
        drafted.push(await drafts.read(`chat:${seller._id}`))
        return { ok: true, id: 'x', kept: true }
      },
    })
    await on.local.load()
    type('Hello ')
    await userEvent.click(send())
    await waitFor(() => expect(drafted).toEqual([{ text: 'Hello' }]))
  })

  test('comes above what is typed before the phone has read it', async () => {
    const before = openChat()
    type('I would come on')
    const phone = await before.local.load()
    before.unmount()
    await waitFor(async () => expect(await phone.drafts.read(`chat:${seller._id}`)).toBeDefined())
    const { indexedDB } = before.local.env
    const on = openChat({ env: { indexedDB } })
    type('Friday')
    await waitFor(() => expect(box().value).toBe('I would come on\nFriday'))
    on.unmount()
    await waitFor(async () =>
      expect(await phone.drafts.read(`chat:${seller._id}`)).toEqual({ text: 'I would come on\nFriday' }),
    )
  })
})

describe('Questions for the first message', () => {
  const questions = ['Is it still available?', 'Can I see it on Saturday?']
  test('fill the box, which is then theirs to change and send', async () => {
    const on = openChat({ conversation: { messages: [] } })
    for (const question of questions) expect(screen.getByRole('button', { name: question })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: questions[1] ?? '' }))
    expect([box().value, document.activeElement]).toEqual([questions[1], box()])
    expect(on.calls('send')).toEqual([])
  })

  test.each([
    ['after the other person wrote', { messages: [own('Hello'), message('Hi')] }],
    ['for the seller', { messages: [], car: { ...aboutCar, creator: samplePerson.id } }],
  ])('are not there %s', (_, conversation) => {
    openChat({ conversation })
    expect(screen.queryByRole('button', { name: questions[0] ?? '' })).toBeNull()
  })
})

describe('Pictures', () => {
  const waiting = () => within(screen.getByRole('list', { name: 'Pictures to send' }))
  test('are previewed before sending, each as a message, the text with the first', async () => {
    const on = openChat()
    const [front, rear, other] = [picture('front.jpg'), picture('rear.jpg'), picture('other.jpg')]
    attach(front, rear, other)
    await userEvent.click(waiting().getByRole('button', { name: 'Remove other.jpg' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add pictures' }))
    type('Here it is')
    await userEvent.click(send())
    expect(on.calls('send')).toEqual([
      [seller._id, { text: 'Here it is', picture: 'img-front.jpg' }],
      [seller._id, { text: '', picture: 'img-rear.jpg' }],
    ])
    expect(on.calls('unchoose')).toEqual([[seller._id, 'img-other.jpg']])
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Pictures to send' })).toBeNull())
  })

  test('that could not be kept stay, and those that were do not go twice', async () => {
    let full = false
    const on = openChat({
      send: () => {
        const answer = full
          ? ({ ok: false, error: new AppError('storage_unavailable') } as const)
          : ({ ok: true, id: 'x', kept: true } as const)
        full = true
        return Promise.resolve(answer)
      },
    })
    attach(picture('front.jpg'), picture('rear.jpg'))
    await userEvent.click(send())
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(names()).toEqual(['rear.jpg'])
    expect(on.calls('send')).toHaveLength(2)
  })

  const names = () =>
    waiting()
      .getAllByRole('img')
      .map((img) => img.getAttribute('alt'))
  const none = () => expect(screen.queryByRole('list', { name: 'Pictures to send' })).toBeNull()
  const kept = (name: string) => ({ imageId: `img-${name}`, name, thumb: picture(name) })

  test('of a killed page are back before newly picked ones and can be sent', async () => {
    const on = openChat({ chosen: [kept('front.jpg'), kept('rear.jpg')] })
    attach(picture('wheel.jpg'))
    await waitFor(() => expect(names()).toEqual(['front.jpg', 'rear.jpg', 'wheel.jpg']))
    await userEvent.click(send())
    await waitFor(none)
    expect(on.calls('send').map(([, message]) => message)).toEqual(
      ['img-front.jpg', 'img-rear.jpg', 'img-wheel.jpg'].map((id) => ({ text: '', picture: id })),
    )
    expect(on.calls('choose')).toHaveLength(1)
  })

  test('are saved when picked; one that cannot be saved stays and can be retried', async () => {
    let full = true
    const on = openChat({
      choose: (_, { name }) =>
        Promise.resolve(
          full && name === 'rear.jpg'
            ? { ok: false, error: new AppError('storage_full') }
            : { ok: true, imageId: `img-${name}` },
        ),
    })
    attach(picture('front.jpg'), picture('rear.jpg'))
    expect((await screen.findByRole('alert')).textContent).toBe(new AppError('storage_full').message)
    expect([names(), on.calls('choose').length]).toEqual([['front.jpg', 'rear.jpg'], 2])
    await userEvent.click(send())
    await waitFor(() => expect(names()).toEqual(['rear.jpg']))
    full = false
    await userEvent.click(send())
    await waitFor(none)
    expect(on.calls('send').map(([, message]) => message)).toEqual([
      { text: '', picture: 'img-front.jpg' },
      { text: '', picture: 'img-rear.jpg' },
    ])
  })

  test('picked twice count once, and one removed while shrinking is not saved', async () => {
    let made = () => {}
    const on = openChat({
      choose: (_, { name }) =>
        new Promise((resolve) => {
          made = () => resolve({ ok: true, imageId: `img-${name}` })
          if (name === 'front.jpg') made()
        }),
    })
    attach(picture('front.jpg'), picture('front.jpg'))
    await waitFor(() => expect(names()).toEqual(['front.jpg']))
    attach(picture('large.jpg'))
    await userEvent.click(waiting().getByRole('button', { name: 'Remove large.jpg' }))
    made()
    await waitFor(() => expect(on.calls('unchoose')).toEqual([[seller._id, 'img-large.jpg']]))
    expect(names()).toEqual(['front.jpg'])
  })

  test('that another tab has sent do not go again', async () => {
    const chosen = [kept('front.jpg'), kept('rear.jpg')]
    const on = openChat({ chosen })
    await waitFor(() => expect(names()).toEqual(['front.jpg', 'rear.jpg']))
    chosen.shift()
    await userEvent.click(send())
    await waitFor(none)
    expect(on.calls('send')).toEqual([[seller._id, { text: '', picture: 'img-rear.jpg' }]])
  })

  test('that take long to shrink do not cost text typed meanwhile', async () => {
    let made = () => {}
    const on = openChat({
      choose: (_, { name }) =>
        new Promise((resolve) => (made = () => resolve({ ok: true, imageId: `img-${name}` }))),
    })
    type('Here it is')
    attach(picture('front.jpg'))
    await userEvent.click(send())
    type('And the price?')
    made()
    await waitFor(none)
    expect(on.calls('send')).toEqual([[seller._id, { text: 'Here it is', picture: 'img-front.jpg' }]])
    expect(box().value).toBe('And the price?')
  })

  test('added after "Send" was pressed wait for the next one', async () => {
    const made: (() => void)[] = []
    const on = openChat({
      choose: (_, { name }) =>
        new Promise((resolve) => made.push(() => resolve({ ok: true, imageId: `img-${name}` }))),
    })
    attach(picture('front.jpg'))
    await userEvent.click(send())
    attach(picture('rear.jpg'))
    made[0]?.()
    await waitFor(() => expect(made).toHaveLength(2))
    made[1]?.()
    await waitFor(() => expect(names()).toEqual(['rear.jpg']))
    expect(on.calls('send')).toEqual([[seller._id, { text: '', picture: 'img-front.jpg' }]])
  })

  test('removed while the one before is being sent do not go', async () => {
    let kept = () => {}
    const on = openChat({
      send: () => new Promise((resolve) => (kept = () => resolve({ ok: true, id: 'x', kept: true }))),
    })
    attach(picture('front.jpg'), picture('rear.jpg'))
    await userEvent.click(send())
    await waitFor(() => expect(on.calls('send')).toHaveLength(1))
    await userEvent.click(waiting().getByRole('button', { name: 'Remove rear.jpg' }))
    kept()
    await waitFor(none)
    expect(on.calls('send')).toEqual([[seller._id, { text: '', picture: 'img-front.jpg' }]])
  })

  test('on their way leave no words behind in a chat opened again', async () => {
    let made = () => {}
    const on = openChat({
      choose: (_, { name }) =>
        new Promise((resolve) => (made = () => resolve({ ok: true, imageId: `img-${name}` }))),
    })
    const phone = await on.local.load()
    const drafted = () => phone.drafts.read(`chat:${seller._id}`)
    type('Here it is')
    await waitFor(async () => expect(await drafted()).toBeDefined())
    attach(picture('front.jpg'))
    await userEvent.click(send())
    act(() => history.pushState(null, '', '/chat'))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Message to/ })).toBeNull())
    act(() => history.pushState(null, '', `/chat?with=${seller._id}`))
    await waitFor(() => expect(box()).toBeTruthy())
    await new Promise((over) => setTimeout(over, 600))
    made()
    await waitFor(() => expect(on.calls('send')).toHaveLength(1))
    await new Promise((over) => setTimeout(over, 600))
    expect(box().value).toBe('')
  })

  test('are the only files', () => {
    openChat()
    attach(new File(['x'], 'a.pdf', { type: 'application/pdf' }))
    expect(screen.getByRole('alert').textContent).toBe('Only pictures can be sent.')
    expect(screen.queryByRole('list', { name: 'Pictures to send' })).toBeNull()
  })
})
