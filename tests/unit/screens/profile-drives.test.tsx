import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { openProfile, sampleProfile, show, world } from '../../support/profile.tsx'
import { sampleDrive } from '../../support/drives.ts'
import { type StageCall, nothing, refused, type Reply } from '../../support/stage.tsx'

const later = '2100-04-01T10:00:00.000Z'
const proposed = '2100-04-02T08:30:00.000Z'
const before = '2020-04-01T10:00:00.000Z'

interface Given {
  mine?: TestDriveRow[]
  onMyCars?: TestDriveRow[]
  /** Returns the response to an answer; by default the server accepts the answer. */
  answer?: (asked: StageCall) => Reply | 'usual'
  cars?: number
}
/** Opens the page with a server that stores the answers to each test drive. */
function open(query: string, { mine = [], onMyCars = [], answer = () => 'usual', cars = 3 }: Given) {
  const rows = new Map([...mine, ...onMyCars].map((row) => [row._id, row]))
  const now = (list: TestDriveRow[]) => list.map((row) => rows.get(row._id) ?? row)
  const w = world({
    profile: sampleProfile({ listing_cars_count: cars, sold_cars_count: 0 }),
    instead: (asked) => {
      const { path, body } = asked
      if (path === 'cars/get-testDrive-list') {
        const data = now(mine)
        return {
          body: { success: true, msg: '', data, totalCount: data.length, count_records: data.length },
        }
      }
      if (path === 'cars/test-drive/my-cars-list') {
        const data = now(onMyCars)
        const waiting = data.filter(({ status, proposed_datetime: p }) => status === 'pending' && !p).length
        return { body: { success: true, msg: '', data, totalCount: data.length, waiting } }
      }
      if (path !== 'cars/test-drive/answer') return 'usual'
      const other = answer(asked)
      if (other !== 'usual') return other
      const said = body as { test_drive_id: string; answer: string; datetime?: string }
      const row = rows.get(said.test_drive_id) ?? sampleDrive()
      const next = { ...row, ...outcomes[said.answer]?.(said.datetime), version: row.version + 1 }
      rows.set(row._id, next)
      return { body: { success: true, msg: 'Your answer has been sent', data: next } }
    },
  })
  const on = openProfile(query, { world: w })
  const answers = () => on.asked.filter(({ path }) => path === 'cars/test-drive/answer')
  return { ...on, rows, answers, bodies: () => answers().map(({ body }) => body as Record<string, unknown>) }
}
const outcomes: Record<string, (at?: string) => Partial<TestDriveRow>> = {
  confirm: () => ({ status: 'confirmed' }),
  propose: (at) => ({ status: 'pending', ...(at !== undefined && { proposed_datetime: at }) }),
  decline: () => ({ status: 'declined' }),
  done: () => ({ status: 'done' }),
  accept: (at) => ({ status: 'confirmed', ...(at !== undefined && { datetime: at }) }),
  cancel: () => ({ status: 'declined', cancelled: true }),
}
const card = async () => within(await screen.findByRole('article'))
const press = async (name: string) => userEvent.click((await card()).getByRole('button', { name }))
const buttons = async () => (await card()).queryAllByRole('button').map(({ textContent }) => textContent)

const asked = '?tab=test-drive'
const received = '?tab=test-drive&view=my-cars'

describe('One’s own test drives', () => {
  test.each([
    ['Pending', {}, ['Cancel']],
    ['Another time proposed', { proposed_datetime: proposed }, ['Accept this time', 'Cancel']],
    ['Another time proposed', { proposed_datetime: before }, ['Cancel']],
    ['Confirmed', { status: 'confirmed' }, ['Add to calendar', 'Cancel']],
    ['Declined', { status: 'declined' }, []],
    ['Cancelled', { status: 'declined', cancelled: true }, []],
    ['Done', { status: 'done' }, []],
  ] as const)(
    '%s is said in words, with what can be done now [R-ENT-32 R-PROF-16]',
    async (words, change, can) => {
      open(asked, { mine: [sampleDrive({ datetime: later, ...change })] })
      expect((await card()).getByText(words)).toBeTruthy()
      expect(await buttons()).toEqual(can)
    },
  )

  test('A proposal says its time and words, and is accepted as seen', async () => {
    const row = sampleDrive({ datetime: later, proposed_datetime: proposed, note: 'I am away on Thursday.' })
    const on = open(asked, { mine: [row] })
    expect((await card()).getByText('2 Apr 2100, 10:30')).toBeTruthy()
    expect((await card()).getByText('I am away on Thursday.')).toBeTruthy()
    await press('Accept this time')
    expect(await screen.findByText('Your answer has been sent')).toBeTruthy()
    expect(await screen.findByText('Confirmed')).toBeTruthy()
    expect(on.bodies()).toEqual([
      expect.objectContaining({ test_drive_id: row._id, answer: 'accept', datetime: proposed }),
    ])
  })

  test('Without signal an answer is called waiting over the row, and leaves once', async () => {
    let away = true
    const on = open(asked, {
      mine: [sampleDrive({ datetime: later })],
      answer: () => (away ? undefined : 'usual'),
    })
    const cancel = async () => {
      await press('Cancel')
      await userEvent.click(await screen.findByRole('button', { name: 'Cancel it' }))
      expect(await screen.findByText('Your answer waits to be sent: Cancel.')).toBeTruthy()
    }
    await cancel()
    expect((await card()).getByText('Pending')).toBeTruthy()
    expect(await buttons()).toEqual(['Take it back'])
    away = false
    on.local.kick('manual')
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    expect(new Set(on.bodies().map((body) => body['client_ref'])).size).toBe(1)
  })

  test('An answer withdrawn after possibly leaving is not yet called withdrawn', async () => {
    const on = open(asked, {
      mine: [sampleDrive({ datetime: later, proposed_datetime: proposed })],
      answer: () => undefined,
    })
    await press('Accept this time')
    expect(await screen.findByText('Your answer waits to be sent: Accept this time.')).toBeTruthy()
    on.local.kick('manual')
    await waitFor(() =>
      expect(on.local.views.get().outbox[0]).toMatchObject({ state: 'wait', mayHaveLeft: true }),
    )
    await press('Take it back')
    expect(await screen.findByText('Taking it back. It may already have left.')).toBeTruthy()
    expect(await buttons()).toEqual([])
  })

  test('An answer that came too late says why, and the row shows what holds', async () => {
    const on = open(asked, {
      mine: [sampleDrive({ datetime: later, proposed_datetime: proposed })],
      answer: () => refused(409, 'answered_meanwhile', 'The time has changed meanwhile.'),
    })
    await press('Accept this time')
    expect(
      await screen.findByText(/Not sent: Accept this time\. The time has changed meanwhile\./),
    ).toBeTruthy()
    on.rows.set('drive-1', sampleDrive({ datetime: later, status: 'done' }))
    await press('Understood')
    expect(await screen.findByText('Done')).toBeTruthy()
    expect(screen.queryByText(/Not sent/)).toBeNull()
  })

  test('A confirmed one becomes a file for calendars, made without signal', async () => {
    const made: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob)
      return 'blob:made'
    })
    const clicks: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicks.push(this.download)
    })
    open(asked, { mine: [sampleDrive({ datetime: later, status: 'confirmed', version: 2 })] })
    await press('Add to calendar')
    expect(clicks).toEqual(['test-drive.ics'])
    const file = await made[0]?.text()
    expect(made[0]?.type).toBe('text/calendar;charset=utf-8')
    expect(file).toContain('DTSTART:21000401T100000Z')
    expect(file).toContain('SEQUENCE:2')
    expect(file).toContain('SUMMARY:Test drive: 2021 Toyota Fortuner')
  })

  test('Are there without signal, with their age', async () => {
    const on = open(asked, { mine: [sampleDrive({ datetime: later })] })
    await card()
    const phone = await on.local.phone()
    await waitFor(async () => expect(await phone.mine('test-drives:1')).toBeDefined())
    on.unmount()
    on.serve(nothing)
    show(on)
    expect((await card()).getByText('Pending')).toBeTruthy()
    expect(await screen.findByText(/as of/)).toBeTruthy()
  })
})

describe('Requests for one’s own cars', () => {
  const row = (change: Partial<TestDriveRow> = {}) => sampleDrive({ datetime: later, ...change })

  test('People with cars have them beside their own; others see no such list', async () => {
    const on = open(asked, { mine: [row()] })
    await userEvent.click(await screen.findByRole('tab', { name: 'Requests for your cars' }))
    expect(location.search).toBe(received)
    expect(await screen.findByText('Nobody has asked yet')).toBeTruthy()
    on.unmount()
    open(asked, { mine: [row()], cars: 0 })
    await card()
    expect(screen.queryByRole('tab', { name: 'Requests for your cars' })).toBeNull()
  })

  test('Say who asks, how to reach them, and how many wait', async () => {
    open(received, { onMyCars: [row({ mobile_number: '0821234567' })] })
    expect((await card()).getByText('Thandi Nkosi')).toBeTruthy()
    expect((await card()).getByRole('link', { name: '+27821234567' }).getAttribute('href')).toBe(
      'tel:+27821234567',
    )
    expect((await card()).getByRole('link', { name: 'me@example.test' })).toBeTruthy()
    expect(screen.getByText('1 request, 1 waits for your answer')).toBeTruthy()
  })

  test.each([
    ['Pending', {}, ['Confirm', 'Propose another time', 'Decline']],
    ['Pending', { datetime: before }, ['Propose another time', 'Decline']],
    ['Another time proposed', { proposed_datetime: proposed }, ['Propose another time', 'Decline']],
    ['Confirmed', { status: 'confirmed' }, ['Add to calendar', 'Propose another time', 'Decline']],
    [
      'Confirmed',
      { status: 'confirmed', datetime: before },
      ['Add to calendar', 'Mark as done', 'Propose another time', 'Decline'],
    ],
    ['Cancelled', { status: 'declined', cancelled: true }, []],
    ['Done', { status: 'done' }, []],
  ] as const)('%s can be answered with what the server takes', async (words, change, can) => {
    open(received, { onMyCars: [row(change)] })
    expect((await card()).getByText(words)).toBeTruthy()
    expect(await buttons()).toEqual(can)
  })

  test('Confirm agrees to the time that was on the screen', async () => {
    const on = open(received, { onMyCars: [row()] })
    await press('Confirm')
    expect(await screen.findByText('Confirmed')).toBeTruthy()
    // The pressed button is removed.
    expect(document.activeElement).toBe((await card()).getByRole('heading'))
    expect(on.bodies()).toEqual([expect.objectContaining({ answer: 'confirm', datetime: later })])
  })

  test('Mark as done closes one that took place', async () => {
    const on = open(received, { onMyCars: [row({ status: 'confirmed', datetime: before })] })
    await press('Mark as done')
    expect(await screen.findByText('Done')).toBeTruthy()
    expect(on.bodies()[0]).toMatchObject({ answer: 'done' })
  })

  test('Another time is proposed from the same slots, with a few words', async () => {
    const on = open(received, { onMyCars: [row()] })
    await press('Propose another time')
    const dialog = within(await screen.findByRole('dialog', { name: 'Propose another time' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Propose this time' }))
    expect(await dialog.findByText('Please select date & time')).toBeTruthy()
    expect(on.answers()).toEqual([])
    await userEvent.click(dialog.getByRole('radio', { name: 'Tomorrow' }))
    await userEvent.click(dialog.getByRole('radio', { name: '09:30' }))
    await userEvent.type(dialog.getByLabelText('Message (optional)'), 'Sunday suits me.')
    await userEvent.click(dialog.getByRole('button', { name: 'Propose this time' }))
    expect(await screen.findByText('Another time proposed')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
    const [body] = on.bodies()
    expect(body).toMatchObject({ answer: 'propose', note: 'Sunday suits me.' })
    // 09:30 in the market's time zone.
    expect(body?.['datetime']).toMatch(/T07:30:00\.000Z$/)
  })

  test('A no may carry a few words', async () => {
    const on = open(received, { onMyCars: [row()] })
    await press('Decline')
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this test drive?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('Declined')).toBeTruthy()
    expect(on.bodies()[0]).toMatchObject({ answer: 'decline' })
    expect(on.bodies()[0]).not.toHaveProperty('note')
  })
})
