import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import type { PlanForAdmin } from '#contract/admin/admin-plans.ts'
import type { AdminCounts } from '#contract/admin/counts.ts'
import type { Person } from '#contract/admin/people.ts'
import { AdminScreen } from '../../../src/features/admin/index.ts'
import { newStage, show } from '../../support/saved-cars.tsx'
import { refused, type Server } from '../../support/stage.tsx'

const ok = (more: object) => ({ body: { success: true, msg: 'Success', ...more } })
const state = (over: object = {}) =>
  ok({ data: { set_up: true, open_seconds: 3600, recovery_codes_left: 9, ...over } })
const zero = { today: 0, week: 0 }
const counts: AdminCounts = {
  orders_pending: 4,
  proofs_waiting: 2,
  reports_open: 0,
  person_reports_open: 0,
  names_open: 0,
  forms_held: 0,
  letters_waiting: 0,
  letters_failed: 0,
  messages: zero,
  test_drives: zero,
  people: { today: 3, week: 1234 },
  ads: zero,
  enquiries: zero,
  paid_this_month: 25_000,
}
const person: Person = {
  _id: 'thandi',
  fullname: 'Thandi Nkosi',
  businessname: '',
  email: 'thandi@example.org',
  number: '+27821234567',
  role: 'user',
  kind: 'private',
  created_at: '2026-01-01T08:00:00.000Z',
  suspended_at: null,
  city: 'Pretoria',
  province: 'Gauteng',
  email_verified: true,
  second_factor: false,
  suspended_reason: '',
  plan: null,
  ads: { active: 2, sold: 0, inactive: 0, suspended: 0 },
  sessions: [],
}
const gold: PlanForAdmin = {
  _id: 'gold',
  title: 'Gold',
  name: 'Gold',
  type: 'gold',
  price: 2500,
  car_limit: 50,
  includes: ['Chat'],
  running: 24,
  pending: 0,
}
const answers: Record<string, ReturnType<Server>> = {
  'admin_master/second-factor': state(),
  'admin_master/counts': ok({ data: counts }),
  'admin_master/people': ok({ data: [person], totalCount: 1 }),
  'admin_master/person/thandi': ok({ data: person }),
  'admin_master/suspend-person': ok({ msg: 'Suspended, and told by e-mail.' }),
  'admin_master/plans': ok({ data: [gold] }),
  'admin_master/save-plan': ok({ msg: 'The plan is changed.' }),
}
const server =
  (over: Record<string, ReturnType<Server>> = {}): Server =>
  ({ path }) =>
    ({ ...answers, ...over })[path]
function open(address: string, over?: Record<string, ReturnType<Server>>) {
  const on = newStage(server(over), { signedIn: true })
  show(on, address, <AdminScreen />)
  return on
}
const said = (on: ReturnType<typeof open>, path: string) =>
  on.asked.filter((one) => one.path === path).map(({ body }) => body)

describe('The gate', () => {
  test('Somebody who is no admin sees whom the page is for, and nothing else [R-ROLE-20]', async () => {
    const on = open('/admin/people', { 'admin_master/second-factor': refused(403, 'forbidden', 'No.') })
    await screen.findByRole('heading', { name: 'This page is for the people who run Motorkin.' })
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(on.asked.filter(({ path }) => path.startsWith('admin_master')).map(({ path }) => path)).toEqual([
      'admin_master/second-factor',
    ])
  })

  test('Without an answer of the server nothing of the area is shown [R-ROLE-20]', async () => {
    open('/admin', { 'admin_master/second-factor': undefined })
    await screen.findByText('The server did not answer')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('An admin sets up an app: password, code, recovery codes, and is inside [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    const on = open('/admin', {
      'admin_master/second-factor': state({ set_up: false, open_seconds: 0 }),
      'admin_master/second-factor/begin': ok({
        data: { address: 'otpauth://totp/Motorkin:a?secret=ABCDEFGH', secret: 'ABCDEFGH' },
      }),
      'admin_master/second-factor/confirm': ok({ data: { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] } }),
    })
    await user.type(await screen.findByLabelText('Your password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('QR code for your authenticator app')
    expect(screen.getByText('ABCD EFGH')).toBeTruthy()
    const code = screen.getByLabelText('Code of 6 digits')
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ])
    await user.type(code, '123456{Enter}')
    const heading = await screen.findByRole('heading', { name: 'Keep these recovery codes' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy()
    on.serve(server())
    await user.click(screen.getByRole('button', { name: 'I have kept them' }))
    await screen.findByRole('navigation', { name: 'Running the place' })
    // The focus moves to the heading, because the sign-in button is removed.
    const inside = screen.getByRole('heading', { level: 1, name: 'Overview' })
    await waitFor(() => expect(document.activeElement).toBe(inside))
  })

  test('A set-up that took too long begins again without a reload [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    open('/admin', {
      'admin_master/second-factor': state({ set_up: false, open_seconds: 0 }),
      'admin_master/second-factor/begin': ok({ data: { address: 'otpauth://totp/a', secret: 'ABCDEFGH' } }),
      'admin_master/second-factor/confirm': refused(422, 'validation_failed', 'No.', {
        code: 'Please begin again.',
      }),
    })
    await user.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}')
    await user.type(await screen.findByLabelText('Code of 6 digits'), '123456{Enter}')
    await screen.findByText('Please begin again.')
    await user.click(screen.getByRole('button', { name: 'Begin again' }))
    const password = await screen.findByLabelText<HTMLInputElement>('Your password')
    expect([password.value, document.activeElement === password]).toEqual(['', true])
  })

  test('A wrong code is said at the field, which is empty for the next [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    open('/admin', {
      'admin_master/second-factor': state({ open_seconds: 0 }),
      'admin_master/second-factor/enter': refused(422, 'validation_failed', 'Not right.', {
        code: 'Not right.',
      }),
    })
    const field = await screen.findByLabelText<HTMLInputElement>('Code of 6 digits')
    await user.type(field, '123456{Enter}')
    await screen.findByText('Not right.')
    expect([field.value, document.activeElement === field]).toEqual(['', true])
    await user.click(screen.getByRole('button', { name: /Phone lost/ }))
    expect(screen.getByLabelText('Recovery code').getAttribute('inputmode')).toBe('text')
  })
})

describe('A code that counts no longer', () => {
  const locked = { 'admin_master/second-factor': state({ open_seconds: 0 }) }
  const entered = { 'admin_master/second-factor/enter': ok({}) }
  const wants = refused(403, 'second_factor_required', 'Please enter the code of your authenticator app.')

  test('A section that is refused for its code leads to the code, and back [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    const on = open('/admin/plans')
    await screen.findByRole('heading', { name: 'Gold' })
    on.serve(server({ ...locked, ...entered, 'admin_master/people': wants }))
    await user.click(screen.getByRole('link', { name: 'People' }))
    const code = await screen.findByLabelText('Code of 6 digits')
    expect(screen.queryByRole('navigation')).toBeNull()
    on.serve(server(entered))
    await user.type(code, '123456{Enter}')
    expect(await screen.findByRole('link', { name: 'Thandi Nkosi' })).toBeTruthy()
  })

  test('A reason that was being typed is there again after the code [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    const on = open('/admin/people?id=thandi')
    await user.click(await screen.findByRole('button', { name: 'Suspend' }))
    await user.type(await screen.findByLabelText('Reason'), 'Stolen pictures')
    on.serve(server({ ...locked, ...entered, 'admin_master/suspend-person': wants }))
    await user.keyboard('{Tab}')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Suspend' }))
    const code = await screen.findByLabelText('Code of 6 digits')
    expect(screen.queryByRole('dialog')).toBeNull()
    on.serve(server(entered))
    await user.type(code, '123456{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Stolen pictures')
    expect(dialog.queryByText(/Please enter the code/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(said(on, 'admin_master/suspend-person')).toHaveLength(2))
  })

  test('Text that is typed into an article while the code ends is still there [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    const article = { _id: 'a', slug: 'stamps', title: 'Stamps', state: 'draft', image: '', blur: '' }
    const whole = {
      ...article,
      published_at: null,
      updated_at: person.created_at,
      description: '<p>Old.</p>',
    }
    const opened = { 'admin_master/article/stamps': ok({ data: whole }) }
    const on = open('/admin/articles?id=stamps', opened)
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' and more')
    on.serve(server({ ...opened, ...locked, ...entered, 'admin_master/save-blog': wants }))
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    const code = await screen.findByLabelText('Code of 6 digits')
    on.serve(server({ ...opened, ...entered }))
    await user.type(code, '123456{Enter}')
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
    expect(title.value).toBe('Stamps and more')
  })

  test('From a dialog that came back after the code the focus is not lost [R-ROLE-20]', async () => {
    const user = userEvent.setup()
    const on = open('/admin/plans')
    await user.click(await screen.findByRole('button', { name: /Edit/ }))
    on.serve(server({ ...locked, ...entered, 'admin_master/save-plan': wants }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
    const code = await screen.findByLabelText('Code of 6 digits')
    on.serve(server(entered))
    await user.type(code, '123456{Enter}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Back' }))
    const heading = screen.getByRole('heading', { level: 1, name: 'Plans' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })
})

test('From section to section nothing breaks where scrolling answers with a promise', async () => {
  const user = userEvent.setup()
  // Newer browsers return a promise from `scrollIntoView`.
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  open('/admin')
  await user.click(await screen.findByRole('link', { name: 'Plans' }))
  await user.click(await screen.findByRole('link', { name: 'People' }))
  expect(await screen.findByRole('link', { name: 'Thandi Nkosi' })).toBeTruthy()
  expect(scroll).toHaveBeenCalledTimes(3)
})

test.each([
  ['/admin', { name: 'Waiting' }],
  ['/admin/people', { name: 'People' }],
  ['/admin/people?id=thandi', { name: 'Thandi Nkosi' }],
  ['/admin/plans', { name: 'Gold' }],
  ['/admin/second-factor', { name: 'Your second factor' }],
] as const)('%s shuts nobody out', async (address, heading) => {
  open(address)
  await screen.findByRole('heading', heading)
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  // The shell has the surrounding landmark, and happy-dom paints nothing.
  const rules = { region: { enabled: false }, 'color-contrast': { enabled: false } }
  const { violations } = await axe.run(document.body, { rules })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
})

test('The overview counts what waits, each figure a link to its section [R-ROLE-20]', async () => {
  const on = open('/admin')
  expect(await screen.findByRole('link', { name: /2 ?Proofs of payment/ })).toBeTruthy()
  expect(screen.getByText('1,234 in 7 days')).toBeTruthy()
  expect(screen.getByText('R25,000')).toBeTruthy()
  // Released test drives belong to their sellers and are in no list of the area.
  expect(screen.queryByRole('link', { name: /^Test drives/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: /Pending orders/ }))
  await waitFor(() => expect(said(on, 'admin_master/list-orders')).toMatchObject([{ show: 'pending' }]))
})

test('A person is suspended with a reason, never without one [R-ROLE-20]', async () => {
  const user = userEvent.setup()
  const on = open('/admin/people')
  await user.click(await screen.findByRole('link', { name: 'Thandi Nkosi' }))
  await screen.findByText('2 for sale')
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(dialog.getByText('Please give a reason')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
  await user.type(dialog.getByLabelText('Reason'), 'Stolen pictures')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() =>
    expect(said(on, 'admin_master/suspend-person')).toEqual([
      { user_id: 'thandi', reason: 'Stolen pictures' },
    ]),
  )
})

test('A plan is changed by the rules of the server, said at its fields [R-ROLE-20]', async () => {
  const user = userEvent.setup()
  const on = open('/admin/plans')
  await user.click(await screen.findByRole('button', { name: 'Edit Gold' }))
  const price = await screen.findByLabelText('Rand a month')
  await user.clear(price)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Please enter a price')).toBeTruthy()
  expect(document.activeElement).toBe(price)
  expect(said(on, 'admin_master/save-plan')).toEqual([])
  await user.type(price, '2600,50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const edit = screen.getByRole('button', { name: 'Edit Gold' })
  await waitFor(() => expect(document.activeElement).toBe(edit))
  expect(said(on, 'admin_master/save-plan')).toEqual([{ plan_id: 'gold', price: 2600.5 }])
})

test('Of a plan only what was changed is sent', async () => {
  const user = userEvent.setup()
  const on = open('/admin/plans')
  await user.click(await screen.findByRole('button', { name: 'Edit Gold' }))
  const includes = await screen.findByLabelText('Includes')
  await user.type(includes, '{Enter}A flag')
  on.serve(server({ 'admin_master/plans': ok({ data: [{ ...gold, includes: ['Chat', 'A flag'] }] }) }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('A flag', { selector: 'li' })
  expect(said(on, 'admin_master/save-plan')).toEqual([{ plan_id: 'gold', includes: ['Chat', 'A flag'] }])
  await user.click(screen.getByRole('button', { name: 'Edit Gold' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Includes').value).toBe('Chat\nA flag')
})

test('A price with a sign between its thousands is saved as that price', async () => {
  const on = open('/admin/plans')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Gold' }))
  await screen.findByRole('dialog', { name: 'Edit Gold' })
  for (const [label, typed] of [
    ['Rand a month', '1,500.50'],
    ['Ads for sale at a time', '1 000'],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), typed)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(said(on, 'admin_master/save-plan')).toHaveLength(1))
  expect(said(on, 'admin_master/save-plan')).toMatchObject([{ price: 1500.5, car_limit: 1000 }])
})

test('The audit log shows what was and what is, in words', async () => {
  const row = {
    _id: 'a',
    at: '2026-03-01T08:00:00.000Z',
    operator: 'desk@example.org',
    action: 'change-plan',
    thing: 'plan',
    thing_id: 'gold',
    name: 'Gold',
    before: { car_limit: 50, includes: [] },
    after: { car_limit: 60, includes: ['Chat', 'A flag'] },
    note: 'More room',
  }
  open('/admin/audit', { 'admin_master/audit-log': ok({ data: [row], totalCount: 1 }) })
  await screen.findByText('Change plan')
  const text = document.body.textContent
  expect(text).toContain('Car limit: before 50 → , after 60')
  expect(text).toContain('Includes: before nothing → , after Chat; A flag')
  expect(text).toContain('“More room”')
})
