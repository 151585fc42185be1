import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AdDraftService } from '../../../src/local/ad-drafts/draft-service.ts'
import type { OutboxEntry } from '#local/react'
import { enquiry, entryOf, openPretend } from '../../support/pretend.tsx'
import { sampleNow } from '../../support/sample-car.ts'

const title = 'Your message about 2021 Toyota Fortuner'
/** Sets what this browser supports, until the end of the test. */
function browserHas(what: Partial<Record<'clipboard' | 'serviceWorker', object | undefined>>) {
  for (const [name, value] of Object.entries(what))
    Object.defineProperty(navigator, name, { configurable: true, value })
}
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Returns the item of the list, once the screen is loaded. */
const item = async (name: string | RegExp = title) => {
  const heading = await screen.findByText(name, { selector: 'li > p' })
  const row = heading.closest('li')
  if (!row) throw new Error('not in the list')
  return within(row)
}
const open = (entry: Partial<OutboxEntry>, o: Parameters<typeof openPretend>[1] = {}) =>
  openPretend('/outbox', { outbox: [entryOf(entry)], ...o })
const press = (on: Pick<typeof screen, 'getByRole'>, name: string | RegExp) =>
  fireEvent.click(on.getByRole('button', { name }))

describe('Each thing that waits', () => {
  test('An outbox item shows its age and state and offers sending, editing and cancelling', async () => {
    const on = open({ state: 'wait' })
    const row = await item()
    expect(row.getByText('Made 1 h ago')).toBeTruthy()
    expect(row.getByText('Trying again soon')).toBeTruthy()
    for (const name of ['Edit', 'Cancel', 'Details']) expect(row.getByRole('button', { name })).toBeTruthy()
    press(row, 'Send now')
    await waitFor(() => expect(on.calls('retry')).toEqual([['item-1']]))
    press(screen, 'Send all now')
    expect(on.calls('kick')).toContainEqual(['manual'])
  })

  test('Every button is large enough for a thumb', async () => {
    open({ state: 'wait' })
    const row = await item()
    for (const button of row.getAllByRole('button')) expect(button.className).toMatch(/min-h-1[12]/)
  })

  test('Details show the content, creation time, attempts, last answer and a support number', async () => {
    open({
      state: 'quarantine',
      tries: 8,
      merged: ['message'],
      error: { code: 'internal', msg: 'Something went wrong on our side.' },
    })
    press(await item(), 'Details')
    const sheet = within(await screen.findByRole('dialog', { name: 'Details' }))
    const value = (label: string) =>
      sheet.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    expect(value('Message')).toBe('Is it still for sale?')
    expect(value('Car')).toBe('2021 Toyota Fortuner')
    expect(value('Tries')).toBe('8')
    expect(value('Last answer')).toBe('Something went wrong on our side.')
    expect(value('Number for the support')).toBe('item-1')
    expect(value('Merged with changes from another device')).toBe('Message')
    expect(sheet.queryByText('car-1')).toBeNull()
  })

  test('What was merged by itself says so, with the way to see what', async () => {
    open({ state: 'wait', merged: ['price'] })
    const row = await item()
    expect(row.getByText(/Merged with changes from another device/)).toBeTruthy()
    press(row, /\(details\)/)
    expect(await screen.findByRole('dialog', { name: 'Details' })).toBeTruthy()
  })

  test.each([
    ['removed', 'Removed. It was not sent.'],
    ['cancelling', 'It may already have left. We will take it back as soon as there is signal.'],
    ['already-sent', 'It was already sent.'],
  ] as const)('Taken back with the outcome "%s", it is told: %s', async (outcome, words) => {
    open({ state: 'wait' }, { engine: { remove: () => Promise.resolve(outcome) } })
    press(await item(), 'Cancel')
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove this?' }))
    press(question, 'Remove')
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('Cancelling a waiting ad keeps it as a draft, stated before and after', async () => {
    const taken: string[] = []
    const unpublish = (id: string) => {
      taken.push(id)
      return Promise.resolve('removed' as const)
    }
    const on = open(
      {
        kind: 'ad.create',
        payload: { adId: 'ad-1', title: '2019 VW Polo', ad: { price: 1 }, imageIds: ['image-1'] },
        state: 'wait',
      },
      { engine: { adDrafts: () => Promise.resolve({ unpublish } as unknown as AdDraftService) } },
    )
    press(await item('Publish your ad “2019 VW Polo”'), 'Cancel')
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove this?' }))
    expect(question.getByText(/what you wrote stays a draft in My Ads\.$/)).toBeTruthy()
    expect(question.queryByText(/deleted from this phone/)).toBeNull()
    press(question, 'Remove')
    expect(await screen.findByText('Kept as a draft on this phone.')).toBeTruthy()
    expect([taken, on.calls('remove')]).toEqual([['item-1'], []])
  })

  test('While it is taken back nothing else is offered', async () => {
    open({ state: 'wait', mayHaveLeft: true, cancelling: true })
    const row = await item()
    expect(row.getByText('Taking it back')).toBeTruthy()
    expect(row.getAllByRole('button').map((b) => b.textContent)).toEqual(['Details'])
  })

  test('A damaged entry is never skipped: it can be copied and removed [S57 I5]', async () => {
    const copied: string[] = []
    browserHas({ clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } })
    open({
      state: 'rejected',
      payload: { carId: 7, junk: 'what is left' } as never,
      error: { code: 'corrupt_record', msg: 'This entry is damaged and cannot be sent.' },
    })
    const row = await item('This entry is damaged')
    expect(row.getAllByRole('button').map((b) => b.textContent)).toEqual(['Copy details', 'Remove'])
    press(row, 'Copy details')
    await waitFor(() => expect(copied.join()).toContain('what is left'))
  })

  test('Something written more than 30 days ago is sent only after a yes [S50]', async () => {
    const on = open({ state: 'held', hold: 'confirm-old', createdAt: sampleNow - 40 * 86_400_000 })
    const row = await item()
    expect(row.getByText('Written a while ago – still send it?')).toBeTruthy()
    expect(row.getByText('Made 40 days ago')).toBeTruthy()
    expect(on.calls('retry')).toEqual([])
    press(row, 'Send it')
    await waitFor(() => expect(on.calls('retry')).toEqual([['item-1']]))
  })

  test.each([
    ['removed', 'Kept as a draft on this phone.'],
    [
      'cancelling',
      'Kept as a draft on this phone. It may already have left: we will take it back as soon as there is signal.',
    ],
  ] as const)(
    'An ad beyond the plan offers an upgrade or a draft; %s is stated [S40 I12]',
    async (result, words) => {
      const taken: string[] = []
      const unpublish = (id: string) => {
        taken.push(id)
        return Promise.resolve(result)
      }
      open(
        {
          kind: 'ad.create',
          payload: { adId: 'ad-1', title: '2019 VW Polo', ad: { price: 1 }, imageIds: ['image-1'] },
          state: 'rejected',
          error: { code: 'plan_limit', msg: 'Your plan does not include more ads.' },
        },
        { engine: { adDrafts: () => Promise.resolve({ unpublish } as unknown as AdDraftService) } },
      )
      const row = await item('Publish your ad “2019 VW Polo”')
      expect(row.getByText('Upgrade or save as draft')).toBeTruthy()
      expect(row.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/subscriptions')
      press(row, 'Save as draft')
      expect(await screen.findByText(words)).toBeTruthy()
      // The item becomes a draft again, with its pictures.
      expect(taken).toEqual(['item-1'])
    },
  )

  test('A draft that could not be kept takes nothing out of the outbox [S40 I5]', async () => {
    const unpublish = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
    const on = open(
      {
        kind: 'ad.create',
        payload: { adId: 'ad-1', title: '2019 VW Polo', ad: { price: 1 }, imageIds: [] },
        state: 'held',
        hold: 'plan',
      },
      { engine: { adDrafts: () => Promise.resolve({ unpublish } as unknown as AdDraftService) } },
    )
    press(await item('Publish your ad “2019 VW Polo”'), 'Save as draft')
    expect(await screen.findByText('It stays here as it is.')).toBeTruthy()
    expect(on.calls('remove')).toEqual([])
  })

  test('A draft is offered only for what can be one: an ad [S40 I12]', async () => {
    open({
      kind: 'ad.status',
      payload: { adId: 'ad-1', title: '2019 VW Polo', want: 'active' },
      state: 'rejected',
      error: { code: 'plan_limit', msg: 'Your plan does not include more ads.' },
    })
    const row = await item('Put your ad “2019 VW Polo” up for sale')
    expect(row.getByText('Upgrade to send')).toBeTruthy()
    expect(row.getByRole('link', { name: 'Upgrade' })).toBeTruthy()
    expect(row.queryByRole('button', { name: 'Save as draft' })).toBeNull()
  })

  test('A message about a sold car keeps its text and links to similar cars [S17]', async () => {
    open({
      payload: { ...enquiry, carTitle: '2019 Honda CR-V number 1' },
      state: 'rejected',
      error: { code: 'gone', msg: 'This car is no longer listed.' },
    })
    const row = await item(/Honda/)
    expect(row.getByText('Needs your fix: This car is no longer listed.')).toBeTruthy()
    expect(row.getByText('“Is it still for sale?”')).toBeTruthy()
    const similar = row.getByRole('link', { name: 'See similar cars' })
    await waitFor(() => expect(similar.getAttribute('href')).toContain('types=SUV'))
    expect(similar.getAttribute('href')).toMatch(/^\/listings\?.*minprice=\d+.*maxprice=\d+/)
  })
})

describe('Other words for what waits', () => {
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

  test('A refused item reopens in its form with its words and field errors [S19 I5]', async () => {
    const on = open({
      payload: { ...enquiry, countryCode: '+234' },
      state: 'rejected',
      mayHaveLeft: true,
      error: {
        code: 'validation_failed',
        msg: 'Please check the marked fields.',
        fields: { gsm: 'Must be exactly 9 digits', name: 'Please enter your full name' },
      },
    })
    const row = await item()
    expect(row.getByText('Needs your fix: Must be exactly 9 digits')).toBeTruthy()
    expect(row.getByText('Please enter your full name')).toBeTruthy()
    press(row, 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Change your message' }))
    expect((await form.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe('Is it still for sale?')
    await waitFor(() => expect(field('Contact no.').getAttribute('aria-invalid')).toBe('true'))
    expect(field('Contact no.').value).toBe('821234567')
    expect(form.getByText('Must be exactly 9 digits')).toBeTruthy()
    expect(form.getByText('Please enter your full name')).toBeTruthy()
    fireEvent.change(field('Your name'), { target: { value: 'Thandi Mokoena' } })
    press(form, 'Save')
    await waitFor(() =>
      expect(on.calls('revise')).toEqual([
        ['item-1', { ...enquiry, countryCode: '+234', name: 'Thandi Mokoena' }],
      ]),
    )
    expect(await screen.findByText('Saved. It will be sent like this.')).toBeTruthy()
  })

  test('The rules of the form hold here as well', async () => {
    const on = open({ kind: 'insurance.send', payload: { phone: '821234567' } })
    press(await item('Your question about insurance'), 'Edit')
    await screen.findByLabelText('Phone number')
    fireEvent.change(field('Phone number'), { target: { value: '' } })
    press(screen, 'Save')
    expect(await screen.findByText('Phone number is required')).toBeTruthy()
    expect(on.calls('revise')).toEqual([])
  })

  test.each([
    ['stays', { city: 'Durban' }, {}],
    ['moves', { datetime: '2026-03-21T00:30' }, { datetime: '2026-03-20T22:30:00.000Z' }],
  ])('The moment of a test drive %s on the market’s clock [R-VAL-60]', async (_, typed, meant) => {
    const payload = {
      fullname: 'Thandi',
      mobile_number: '821234567',
      email: 't@example.com',
      state: 'Gauteng',
      city: 'Pretoria',
      postcode: '0002',
      car_brand: 'Toyota',
      car_model: 'Hilux',
      datetime: '2026-03-20T10:00:00.000Z',
    }
    const labels = { city: 'City', datetime: 'Date & time' }
    const on = open({ kind: 'testdrive.book', payload })
    press(await item('Your test drive of Toyota Hilux'), 'Edit')
    await screen.findByLabelText('Date & time')
    expect(field('Date & time').value).toBe('2026-03-20T12:00')
    for (const [name, value] of Object.entries(typed))
      fireEvent.change(field(labels[name as keyof typeof labels]), { target: { value } })
    press(screen, 'Save')
    const next = { ...payload, ...typed, ...meant }
    await waitFor(() => expect(on.calls('revise')).toEqual([['item-1', next]]))
  })

  test('The moment of a test drive is said on the market’s clock [R-VAL-60]', async () => {
    const payload = { fullname: 'T', email: 't@e.com', datetime: '2026-03-20T22:30:00.000Z' }
    open({ kind: 'testdrive.book', payload: payload as OutboxEntry['payload'] })
    press(await item(/^Your test drive/), 'Details')
    expect(await screen.findByText('21 Mar 2026, 00:30')).toBeTruthy()
  })

  test('Details never show machine data such as ids, timings or the honeypot', async () => {
    const payload = {
      fullname: 'T',
      email: 't@e.com',
      datetime: '2026-03-20T22:30:00.000Z',
      car_id: 'car-77',
      filled: { ms: 9000, trap: 'spam' },
    }
    open({ kind: 'testdrive.book', payload: payload as unknown as OutboxEntry['payload'] })
    press(await item(/^Your test drive/), 'Details')
    await screen.findByText('21 Mar 2026, 00:30')
    expect(document.body.textContent).not.toMatch(/car-77|9000|spam/)
  })

  test('A person edits a waiting report’s reason and text by its form’s rules', async () => {
    const report = { car_id: 'car-77', title: '2019 BMW X3', reason: 'sold', words: '' }
    const on = open({ kind: 'ad.report', payload: report as unknown as OutboxEntry['payload'] })
    press(await item(/^Your report of the ad/), 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Change your report' }))
    const reason = await form.findByLabelText<HTMLSelectElement>('What is wrong with it?')
    expect(reason.value).toBe('sold')
    fireEvent.change(reason, { target: { value: 'other' } })
    press(form, 'Save')
    expect(await form.findByText('Please tell us what is wrong')).toBeTruthy()
    fireEvent.change(field('Anything we should know'), { target: { value: 'Another car is shown' } })
    press(form, 'Save')
    const rewritten = { ...report, reason: 'other', words: 'Another car is shown' }
    await waitFor(() => expect(on.calls('revise')).toEqual([['item-1', rewritten]]))
  })

  test.each([
    { state: 'wait', mayHaveLeft: true },
    { state: 'quarantine', mayHaveLeft: true },
    { state: 'sending' },
  ] as const)('What may be on its way cannot be changed, only taken back first: %o [I6]', async (entry) => {
    open(entry)
    press(await item(), 'Edit')
    expect(
      await screen.findByText('It may already be on its way. Cancel it first to change it.'),
    ).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Change your message' })).toBeNull()
  })

  test('An edit of a possibly sent item says so and keeps the new words [I6]', async () => {
    open({}, { engine: { revise: () => Promise.resolve(false) } })
    press(await item(), 'Edit')
    const message = await screen.findByLabelText<HTMLTextAreaElement>('Message')
    fireEvent.change(message, { target: { value: 'Other words' } })
    press(screen, 'Save')
    expect(
      await screen.findByText('It may already be on its way. Cancel it first to change it.'),
    ).toBeTruthy()
    expect(message.value).toBe('Other words')
  })
})

describe('The screen as a whole', () => {
  test('Where nothing is sent with the app closed, it says to open the app [S45]', async () => {
    open({ state: 'wait' })
    expect(await screen.findByText('Open the app to send:')).toBeTruthy()
    expect(screen.queryByText(/Keep Motorkin open to send it sooner/)).toBeNull()
  })

  test('Where the browser sends in the background, it does not [S45]', async () => {
    class Registration {
      get sync() {
        return {}
      }
    }
    vi.stubGlobal('ServiceWorkerRegistration', Registration)
    browserHas({ serviceWorker: {} })
    open({ state: 'wait' })
    await item()
    expect(screen.getByText(/Keep Motorkin open to send it sooner/)).toBeTruthy()
    expect(screen.queryByText('Open the app to send:')).toBeNull()
  })

  test('Nothing is promised of what waits for its person, or was taken back', async () => {
    const on = open({ state: 'held', hold: 'auth' })
    await item()
    expect(screen.getByText('Saved on this phone. It needs you before it can go on.')).toBeTruthy()
    on.change({ outbox: [entryOf({ state: 'wait', cancelling: true })] })
    expect(await screen.findByText('Taking it back')).toBeTruthy()
    expect(screen.queryByText(/^Saved( on|\.)/)).toBeNull()
  })

  test('The report is copied, or shown for manual copying where the browser cannot copy', async () => {
    browserHas({ clipboard: undefined })
    open({})
    await item()
    press(screen, 'Copy report')
    const byHand = within(await screen.findByRole('dialog', { name: 'Copy it from here' }))
    expect(byHand.getByRole<HTMLTextAreaElement>('textbox').value).toBe('what this phone did')
  })

  test('It shuts nobody out, whatever state the things on it are in', async () => {
    const error = { code: 'validation_failed', msg: 'Please check.', fields: { gsm: 'Too short' } } as const
    const states: Partial<OutboxEntry>[] = [
      { state: 'queued' },
      { state: 'sending' },
      { state: 'wait', merged: ['message'] },
      { state: 'held', hold: 'auth' },
      { state: 'held', hold: 'confirm-old' },
      { state: 'held', hold: 'plan' },
      { state: 'conflict' },
      { state: 'rejected', error },
      { state: 'rejected', error: { code: 'corrupt_record', msg: 'Damaged.' } },
      { state: 'rejected', error: { code: 'gone', msg: 'Gone.' } },
      { state: 'quarantine', tries: 8 },
      { state: 'wait', cancelling: true },
      { state: 'done', doneAt: sampleNow },
    ]
    openPretend('/outbox', { outbox: states.map((state, i) => entryOf({ id: `item-${i}`, ...state })) })
    await screen.findByRole('heading', { level: 1, name: 'Waiting to be sent' })
    await waitFor(() => expect(screen.getByRole('main').querySelectorAll('li')).toHaveLength(states.length))
    const { violations } = await axe.run(screen.getByRole('main'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([])
  })
})
