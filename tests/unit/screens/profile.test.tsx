import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { openProfile, ownCar, sampleProfile, show, world } from '../../support/profile.tsx'
import { sampleCard, sampleNow } from '../../support/sample-car.ts'
import { sampleEnquiry } from '../../support/sample-people.ts'
import { nothing, refused } from '../../support/stage.tsx'

const many = <T,>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i + 1))
const tabsOf = (name: string) =>
  within(screen.getByRole('tablist', { name }))
    .getAllByRole('tab')
    .map((t) => t.textContent)
const nextPage = () => screen.getAllByRole('link', { name: 'Next page' })[0] ?? document.body

describe('The profile', () => {
  test('A guest goes to /login and comes back afterwards [R-PROF-01 R-AUTH-06]', async () => {
    openProfile('?tab=inquiries', { signedIn: false })
    await screen.findByText('The sign-in page')
    expect(new URLSearchParams(location.search).get('next')).toBe('/profile?tab=inquiries')
  })

  test('The six tabs begin with My Ads, and the address names the chosen one [R-PROF-02]', async () => {
    openProfile('')
    expect(tabsOf('Profile')).toEqual([
      'My Ads',
      'Favourite Ads',
      'Profile',
      'Subs. History',
      'Inquiries',
      'Test Drive',
    ])
    expect(await screen.findByText('No cars available')).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'Test Drive' }))
    expect(location.search).toBe('?tab=test-drive')
  })

  test('Its tab Profile has four parts, and the chosen one stands in the address [R-PROF-03]', async () => {
    openProfile('?tab=profile')
    expect(tabsOf('Parts of your profile')).toEqual([
      'Info',
      'Edit Profile',
      'Plan Setting',
      'Edit Company Info',
    ])
    await userEvent.click(screen.getByRole('tab', { name: 'Edit Company Info' }))
    expect(location.search).toBe('?tab=profile&view=company')
    expect(await screen.findByLabelText('Business name')).toBeTruthy()
  })

  test('Info leads to "Delete my account" [R-STAT-21]', async () => {
    openProfile('?tab=profile')
    const link = await screen.findByRole('link', { name: 'Delete my account' })
    expect(link.getAttribute('href')).toBe('/account#delete')
  })

  test('Info shows the fields of the account and the three counts [R-PROF-05 R-ENT-20 R-ENT-21]', async () => {
    const hours = [{ open: '08:00', close: '17:00' }]
    const week = [...many(5, () => hours[0] ?? null), null, null]
    const profile = sampleProfile()
    openProfile('?tab=profile', {
      world: world({ profile: sampleProfile({ fields: { ...profile.fields, opening_hours: week } }) }),
    })
    const facts = [
      ['Full name', 'Ngozi Eze'],
      ['E-mail', 'ngozi@example.test'],
      ['Contact no.', '+234803123456'],
      ['Province', 'Lagos'],
      ['City', 'Lekki'],
      ['Business name', 'Eze Motors'],
      ['Business address', '12 Admiralty Way'],
      ['Opening hours', 'Mon–Fri 08:00–17:00\nSat–Sun closed'],
      ['For sale', '14'],
      ['Sold', '3'],
      ['Favourites', '5'],
    ]
    await screen.findByText('Business address')
    for (const [name = '', value] of facts)
      expect(screen.getByText(name).parentElement?.querySelector('dd')?.textContent).toBe(value)
  })

  test('What was read is there without signal, and says how old it is', async () => {
    const on = openProfile('?tab=profile')
    await screen.findByText('12 Admiralty Way')
    const { phone } = await on.local.load()
    await waitFor(async () => expect(await phone.mine('profile')).toBeDefined())
    on.unmount()
    on.serve(nothing)
    show(on)
    expect(await screen.findByText('12 Admiralty Way')).toBeTruthy()
    expect(await screen.findByText(/as of/)).toBeTruthy()
  })

  test('What was never read says so without signal, and can be tried again', async () => {
    openProfile('?tab=history', { world: world({ instead: () => undefined }) })
    expect(
      await screen.findByText('Your subscriptions could not be loaded', {}, { timeout: 15_000 }),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('Plan Setting', () => {
  test('shows the running plan, its end, the ads used and a link to plans [R-PROF-04 R-ENT-22]', async () => {
    openProfile('?tab=profile&view=plan')
    expect(await screen.findByRole('heading', { name: 'Gold' })).toBeTruthy()
    expect(screen.getByText('Expires 01-01-2100')).toBeTruthy()
    expect(screen.getByText('14 of 50')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Change or extend your plan' })
    expect(link.getAttribute('href')).toBe('/subscriptions')
  })
  test('judges a plan expired by its end time, whatever a flag says [R-PROF-04 R-ROLE-18]', async () => {
    const past = { name: 'Gold', expirycdate: '01-02-2020', expirytimes: 1_580_515_200 }
    openProfile('?tab=profile&view=plan', {
      world: world({ profile: sampleProfile({ subscriptions: [past], is_subscriber: true }) }),
    })
    expect(await screen.findByRole('heading', { name: 'No plan' })).toBeTruthy()
    expect(screen.getByText('Gold expired 01-02-2020')).toBeTruthy()
  })
})

describe('The ads a plan allows', () => {
  const running = (name: string) => ({ name, expirycdate: '01-01-2100', expirytimes: 4_102_444_800 })
  const past = { name: 'Gold', expirycdate: '01-02-2020', expirytimes: 1_580_515_200 }
  test.each([
    ['the two of the basic plan, which everybody has', [], '14 of 2'],
    ['the two of the basic plan when a larger one is over', [past], '14 of 2'],
    ['those of the basic plan with one that brings none', [running('Featured Dealership')], '14 of 2'],
    ['those of the largest plan that runs', [running('Gold'), running('Platinum')], '14 of 1,000'],
    ['those the operator gives the plan now', [{ ...running('Gold'), car_limit: 70 }], '14 of 70'],
    ['not known for a plan of another day', [running('Titanium')], '14'],
    ['those the operator gives everybody now', [], '14 of 20', 20],
  ] as const)('are %s [R-PROF-04]', async (_, subscriptions, words, free_ads?: number) => {
    const profile = sampleProfile({ subscriptions: [...subscriptions], free_ads })
    openProfile('?tab=profile&view=plan', { world: world({ profile }) })
    expect((await screen.findByText('Ads used')).parentElement?.textContent).toBe(`Ads used${words}`)
  })
})

describe('Inquiries', () => {
  const inbox = (count: number) => world({ inquiries: many(count, sampleEnquiry) })
  const path = 'users/enquiry/my-cars-enquiry-list'
  const closed = 'You need to be a paid subscriber to view car inquiries.'

  test('shows what people asked, nine a page, and the page stands in the address [R-PROF-13 R-PROF-18 R-API-35]', async () => {
    const on = openProfile('?tab=inquiries', { world: inbox(11) })
    expect(await screen.findByText('Question number 1')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(9)
    expect(screen.getByText('11 inquiries')).toBeTruthy()
    const [link] = screen.getAllByRole('link', { name: '2019 Honda CR-V number 1' })
    expect(link?.getAttribute('href')).toBe('/listing/car-1')
    await userEvent.click(nextPage())
    expect(await screen.findByText('Question number 11')).toBeTruthy()
    expect(location.search).toBe('?tab=inquiries&page=2')
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(on.asked.filter((a) => a.path === path).map((a) => a.body)).toEqual([
      { page: 1, limit: 9 },
      { page: 2, limit: 9 },
    ])
  })
  test.each([
    [
      'whose subscription is over by its end in seconds',
      [{ name: 'Gold', expirycdate: '', expirytimes: 1_580_515_200 }],
    ],
    ['who never subscribed', []],
  ])(
    'stay closed for somebody %s, and are not even asked for [R-PROF-14 R-PROF-15 R-ROLE-17 R-ERR-19]',
    async (_, subscriptions) => {
      const profile = sampleProfile({ subscriptions, is_subscriber: true })
      const on = openProfile('?tab=inquiries', { world: { ...inbox(2), profile } })
      expect(await screen.findByText(closed)).toBeTruthy()
      expect(screen.queryByRole('article')).toBeNull()
      expect(on.asked.map((a) => a.path)).not.toContain(path)
    },
  )
  test('stay closed when the server says so, in the documented words [R-PROF-14 R-ERR-19]', async () => {
    const no = refused(403, 'subscription_required', 'Other words')
    openProfile('?tab=inquiries', {
      world: { ...inbox(2), instead: (asked) => (asked.path === path ? no : 'usual') },
    })
    expect(await screen.findByText(closed)).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
  })
  test('seen before are there without signal', async () => {
    const on = openProfile('?tab=inquiries', { world: inbox(2) })
    await screen.findByText('Question number 2')
    const { phone } = await on.local.load()
    await waitFor(async () => expect(await phone.mine('inquiries:1')).toBeDefined())
    on.unmount()
    on.serve(nothing)
    show(on)
    expect(await screen.findByText('Question number 2')).toBeTruthy()
    expect(await screen.findByText(/as of/)).toBeTruthy()
  })
})

describe('Test Drive', () => {
  const drive = (n: number) => ({
    _id: `drive-${n}`,
    email: `me${n}@example.test`,
    car_brand: 'BMW',
    car_model: `X${n}`,
    mobile_number: '+27821234567',
    datetime: '2026-04-01T10:00:00.000Z',
    created_at: '2026-03-12T09:00:00.000Z',
    updated_at: '2026-03-12T09:00:00.000Z',
    status: 'pending',
    version: 0,
    fullname: 'Thandi Nkosi',
    state: 'Gauteng',
    city: 'Pretoria',
    postcode: '0001',
  })
  test('shows the own requests, nine a page [R-PROF-16 R-PROF-18 R-API-18 R-ENT-31]', async () => {
    const on = openProfile('?tab=test-drive', { world: world({ testDrives: many(10, drive) }) })
    const [first] = await screen.findAllByRole('article')
    for (const words of ['BMW X1', 'Pending', '1 Apr 2026, 12:00', '+27821234567', 'me1@example.test'])
      expect(first?.textContent).toContain(words)
    expect(screen.getAllByRole('article')).toHaveLength(9)
    await userEvent.click(nextPage())
    expect(await screen.findByText('BMW X10')).toBeTruthy()
    const asked = on.asked.filter((a) => a.path === 'cars/get-testDrive-list').map((a) => a.body)
    expect(asked).toEqual([
      { page: 1, limit: 9 },
      { page: 2, limit: 9 },
    ])
  })
  test('with none, shows the documented words, odd as they are [R-PROF-17 R-ERR-18]', async () => {
    openProfile('?tab=test-drive')
    expect(await screen.findByText('You need to be apply for a for a test drive services.')).toBeTruthy()
  })
})

test.each([
  ['inquiries', { inquiries: many(10, sampleEnquiry) }, 'Question number 10', 2],
  ['my-ads', { cars: many(13, (n) => ownCar(n)) }, '2019 Honda CR-V number 13', 2],
  ['test-drive', {}, 'You need to be apply for a for a test drive services.', undefined],
])(
  'An address behind the last page leads to the last one: %s [R-PROF-18]',
  async (tab, rows, words, page) => {
    openProfile(`?tab=${tab}&page=9`, { world: world(rows) })
    expect(await screen.findByText(words)).toBeTruthy()
    await waitFor(() =>
      expect(new URLSearchParams(location.search).get('page')).toBe(page ? String(page) : null),
    )
  },
)

describe('Favourite Ads', () => {
  const liked = (ids: number[]) =>
    world({
      instead: ({ path, body }) => {
        if (path === 'cars/get-favorite-list') {
          const data = ids.map((n) => sampleCard(n, { is_favorite: 'yes' }))
          const as_of = new Date(sampleNow).toISOString()
          return {
            body: {
              success: true,
              msg: '',
              data,
              ids: data.map((c) => c._id),
              count_records: ids.length,
              totalCount: ids.length,
              as_of,
            },
          }
        }
        if (path !== 'cars/like-dislike-car') return 'usual'
        const { car_id: id, want } = body as { car_id: string; want: string }
        return { body: { success: true, msg: '', data: { _id: id, is_favorite: want } } }
      },
    })
  test('lists nine favourites a page, and a removed one leaves the list [R-PROF-11 R-PROF-18 R-STATE-05 R-STATE-06]', async () => {
    const on = openProfile('?tab=favourites', { world: liked(many(10, (n) => n)) })
    await on.local.load()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(9))
    expect(screen.getByText('10 favourites')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /Save 2019 Honda CR-V number 3\b/ }))
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: '2019 Honda CR-V number 3' })).toBeNull(),
    )
    expect(await screen.findByText('9 favourites')).toBeTruthy()
    await waitFor(() =>
      expect(on.asked.filter((a) => a.path === 'cars/like-dislike-car').map((a) => a.body)).toMatchObject([
        { car_id: 'car-3', want: 'no' },
      ]),
    )
  })
  test('with none, says that there are no cars [R-ERR-15]', async () => {
    openProfile('?tab=favourites', { world: liked([]) })
    expect(await screen.findByText('No cars available')).toBeTruthy()
  })
})

test('Own ads come twelve a page [R-PROF-18 R-API-34]', async () => {
  const on = openProfile('?tab=my-ads', { world: world({ cars: many(13, (n) => ownCar(n)) }) })
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12))
  expect(screen.getByText('13 ads')).toBeTruthy()
  await userEvent.click(nextPage())
  expect(await screen.findByText('2019 Honda CR-V number 13')).toBeTruthy()
  expect(on.asked.filter((a) => a.path === 'users/my-car-list').map((a) => a.body)).toEqual([
    { page: 1, limit: 12 },
    { page: 2, limit: 12 },
  ])
})
