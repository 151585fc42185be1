import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { type ImportJob, importOptions } from '#contract/selling/import.ts'
import { ImportScreen } from '../../../src/features/import/index.ts'
import { OnStage, refused, type Server, stage, type Stage } from '../../support/stage.tsx'
import { prototypeNames } from '../../support/prototype-names.ts'
import { sampleToken } from '../../support/sample-people.ts'

const counts = {
  rows: 3,
  added: 2,
  changed: 0,
  unchanged: 0,
  refused: 1,
  inactive: 0,
  doubles: 0,
  doubtful: 0,
}
const checked: ImportJob = {
  _id: 'job-1',
  file_name: 'stock.csv',
  state: 'done',
  dry_run: true,
  options: importOptions.parse({ unit: 'km', values: {} }),
  columns: [
    { name: 'Brand', samples: ['BMW'], field: 'make' },
    { name: 'Paint', samples: ['White'], field: '' },
    { name: 'Currency', samples: ['ZAR'], field: '', completes: 'price' },
  ],
  assumed: { condition: 'Used' },
  reading: null,
  counts,
  progress: 1,
  problem_count: 1,
  problems: [
    {
      line: 4,
      stock_no: 'S3',
      column: 'Brand',
      value: 'Nonesuch',
      reason: 'This make is not known here.',
      kind: 'refused',
    },
  ],
  problem_groups: [
    { column: 'Brand', reason: 'This make is not known here.', kind: 'refused', count: 1, examples: [] },
  ],
  unknown_names: [],
  preview: [
    {
      line: 2,
      stock_no: '',
      title: 'BMW X5 2019',
      price: 310_000,
      make: 'BMW',
      model: 'X5',
      year: 2019,
      mileage: '45,000 Km',
      fueltype: 'Diesel',
      transmission: 'Automatic',
      bodytype: 'SUV',
      exteriorcolor: 'White',
      condition: 'Used',
      province: 'Gauteng',
      city: 'Pretoria',
      status: 'active',
    },
  ],
  failure: '',
  created_at: '2026-03-01T09:00:00.000Z',
  finished_at: '2026-03-01T09:00:01.000Z',
}

const success = { success: true, msg: 'Success' }
const file = () => new File(['Brand,Paint\nBMW,White\n'], 'stock.csv', { type: 'text/csv' })

/** Returns a server that knows one job in its current state. */
function desk(job: { now: ImportJob }): Server {
  return ({ method, path, body }) => {
    if (path === 'cars/imports') return { body: { ...success, data: [] } }
    if (method === 'POST' && path === 'cars/import/job-1') {
      const { dry_run, options } = body as Pick<ImportJob, 'dry_run' | 'options'>
      job.now = { ...job.now, dry_run, options: importOptions.parse(options) }
      return { body: { ...success, data: { ...job.now, state: 'running', progress: 0.4 } } }
    }
    if (path.startsWith('cars/import')) return { body: { ...success, data: job.now } }
    return undefined
  }
}

function open(server: Server, address = '/import'): Stage {
  window.history.replaceState(null, '', address)
  const on = stage(server)
  on.local.env.localStorage?.setItem('authentication-token', sampleToken())
  const again = stage(server, { localStorage: on.local.env.localStorage })
  render(
    <OnStage local={again.local}>
      <Route path="/import">
        <ImportScreen />
      </Route>
    </OnStage>,
  )
  return again
}
const choose = async () => userEvent.upload(await screen.findByLabelText('Table of cars'), file())

test('A dealer sees a preview by line and reason before importing a table', async () => {
  const job = { now: checked }
  const { asked } = open(desk(job))
  await choose()
  expect(await screen.findByText('What would happen')).toBeDefined()
  const sent = asked.find((call) => call.method === 'POST')
  expect(sent?.path).toBe('cars/import?dry_run=1&name=stock.csv')
  expect(sent?.headers['idempotency-key']).toMatch(/^".+"$/)
  expect(screen.getByText('Line 4').parentElement?.textContent).toMatch(/This make is not known here/)
  expect(window.location.search).toBe('?job=job-1')

  await userEvent.click(screen.getByRole('button', { name: 'Import 2 ads' }))
  expect(await screen.findByRole('progressbar')).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Imported' }, { timeout: 15_000 })).toBeDefined()
  expect(asked.findLast((call) => call.method === 'POST')?.body).toMatchObject({ dry_run: false })
})

test('A dealer who leaves while a table travels stays there, and hears of it', async () => {
  const on = open(desk({ now: checked }))
  const { env } = on.local
  const { fetch } = env
  let go = () => {}
  const arrives = new Promise<void>((resolve) => (go = resolve))
  env.fetch = async (url, init) => {
    if (init.method === 'POST') await arrives
    return fetch(url, init)
  }
  await choose()
  act(() => navigate('/faqs'))
  go()
  await screen.findByText('Your table has arrived.')
  expect(location.pathname).toBe('/faqs')
  await userEvent.click(screen.getByRole('button', { name: 'See it' }))
  expect(location.pathname + location.search).toBe('/import?job=job-1')
  expect(await screen.findByText('What would happen')).toBeDefined()
})

test('The preview shows the first rows as ads and the problems by reason', async () => {
  open(desk({ now: checked }), '/import?job=job-1')
  const preview = await screen.findByRole('region', { name: 'The first ad' })
  expect(within(preview).getByRole('heading', { name: 'BMW X5 2019' })).toBeDefined()
  expect(within(preview).getByText('45,000 km')).toBeDefined()
  expect(within(preview).getByText('Line 2')).toBeDefined()
  const reasons = screen.getByRole('region', { name: 'By reason' })
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map((li) => li.textContent),
  ).toEqual(['1Brand: This make is not known here.'])
})

test('A table without stock numbers is warned about until a column holds them', async () => {
  const job = { now: checked }
  open(desk(job), '/import?job=job-1')
  expect(await screen.findByText(/No column holds a stock number/)).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('What Paint holds'), 'stock_no')
  job.now = {
    ...checked,
    columns: checked.columns.map((c) => (c.field === '' ? { ...c, field: 'stock_no' } : c)),
  }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByText(/No column holds a stock number/)).toBeNull())
  expect(await screen.findByText('What would happen')).toBeDefined()
})

test('The preview says how many cars a dealer seems to have already', async () => {
  open(desk({ now: { ...checked, counts: { ...counts, doubles: 2 } } }), '/import?job=job-1')
  expect(await screen.findByText(/^2 of the new ads are cars you seem to have already/)).toBeDefined()
})

test('The preview lists doubtful rows by reason and line, and the dealer clarifies them', async () => {
  const doubtful = {
    column: 'Km',
    reason: 'So few kilometres are hardly possible at this age. Are thousands meant?',
    kind: 'doubtful' as const,
    count: 2,
    examples: [
      { line: 3, value: '2012 Toyota Hilux: 85 km' },
      { line: 1022, value: '2012 BMW X5: 120 km' },
    ],
  }
  const columns: ImportJob['columns'] = [
    ...checked.columns,
    { name: 'Km', samples: ['85', '120'], field: 'mileage', thousands: true },
  ]
  const job = {
    now: { ...checked, columns, counts: { ...counts, doubtful: 2 }, problem_groups: [doubtful] },
  }
  const { asked } = open(desk(job), '/import?job=job-1')
  expect(await screen.findByText(/^2 rows in doubt: new ads would come in as InActive/)).toBeDefined()
  const reason = within(screen.getByRole('region', { name: 'By reason' })).getByRole('listitem')
  expect(reason.textContent).toMatch(
    /^2Km: So few.+meant\?Line 3: 2012 Toyota Hilux: 85 kmLine 1,022: 2012 BMW X5: 120 km$/,
  )
  expect(screen.queryByRole('group', { name: 'Short prices are' })).toBeNull()
  const short = screen.getByRole('group', { name: 'Short mileages are' })
  await userEvent.click(within(short).getByRole('radio', { name: 'Thousands' }))
  const doubts = screen.getByRole('group', { name: 'Rows in doubt are' })
  await userEvent.click(within(doubts).getByRole('radio', { name: 'Right' }))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() =>
    expect(asked.findLast((call) => call.method === 'POST')?.body).toMatchObject({
      dry_run: true,
      options: { thousands: ['mileage'], take_doubts: true },
    }),
  )
})

test('A workbook can be chosen, and the sheet that was read is named', async () => {
  const reading = { encoding: 'utf-8' as const, asks: false, lines: [], header_line: 1, sheet: 'Used' }
  const job = { now: { ...checked, reading } }
  open(desk(job))
  const chosen = new File(['PK'], 'stock.xlsx', {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  await userEvent.upload(await screen.findByLabelText('Table of cars'), chosen)
  expect(await screen.findByText('Only the sheet “Used” was read.')).toBeDefined()
})

test('The page shows both readings of ambiguous letters and sends the dealer’s answer', async () => {
  const lines = [{ line: 1022, 'utf-8': 'Citroën', 'windows-1252': 'CitroÃ«n' }]
  const reading = { encoding: 'utf-8' as const, asks: true, lines, header_line: 4 }
  const { asked } = open(desk({ now: { ...checked, reading } }), '/import?job=job-1')
  expect(await screen.findByText(/names of the columns are in line 4/)).toBeDefined()
  const question = screen.getByRole('group', { name: 'Which letters are right?' })
  expect(within(question).getAllByRole('radio', { checked: false })).toHaveLength(2)
  await userEvent.click(within(question).getByRole('radio', { name: 'Line 1,022 Citroën' }))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() =>
    expect(asked.findLast((call) => call.method === 'POST')?.body).toMatchObject({
      dry_run: true,
      options: { encoding: 'utf-8' },
    }),
  )
})

test('A Windows-1252 table shows its encoding and the line that proves it', async () => {
  const lines = [{ line: 7, 'utf-8': 'Citroën', 'windows-1252': 'Citroën' }]
  const reading = { encoding: 'windows-1252' as const, asks: false, lines, header_line: 1 }
  open(desk({ now: { ...checked, reading } }), '/import?job=job-1')
  expect(await screen.findByText('Read as Windows-1252, for line 7 is no UTF-8.')).toBeDefined()
  expect(screen.queryByText('Which letters are right?')).toBeNull()
})

test('The page asks once for a currency’s rate, rejects invalid ones and sends it', async () => {
  const columns: ImportJob['columns'] = [
    ...checked.columns,
    { name: 'Price', samples: ['R 289 900'], field: 'price', currencies: ['ZAR'] },
  ]
  const { asked } = open(desk({ now: { ...checked, columns } }), '/import?job=job-1')
  const rate = await screen.findByLabelText('How much NGN is 1 ZAR?')
  for (const wrong of ['0', '-1', 'many', '1,500']) {
    await userEvent.clear(rate)
    await userEvent.type(rate, wrong)
    expect(screen.getByText(/^Please write a number above 0/)).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check again' }).disabled).toBe(true)
  }
  await userEvent.clear(rate)
  await userEvent.type(rate, '84,5')
  expect(screen.queryByText(/^Please write a number above 0/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('progressbar')).toBeDefined()
  expect(asked.findLast((call) => call.method === 'POST')?.body).toMatchObject({
    dry_run: true,
    options: { rates: { ZAR: 84.5 } },
  })
})

test('A dealer corrects a wrongly guessed column, and the server checks the table again', async () => {
  const { asked } = open(desk({ now: checked }), '/import?job=job-1')
  const money = await screen.findByLabelText('What Currency holds')
  expect(within(money).getByRole('option', { selected: true }).textContent).toBe(
    'Says the money of the prices',
  )
  await userEvent.selectOptions(await screen.findByLabelText('What Paint holds'), 'make')
  expect(screen.getByLabelText<HTMLSelectElement>('What Brand holds').value).toBe('')
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'New')
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('progressbar')).toBeDefined()
  expect(asked.findLast((call) => call.method === 'POST')?.body).toMatchObject({
    dry_run: true,
    options: { columns: { Brand: '', Paint: 'make' }, values: { condition: 'New' } },
  })
})

test('A failed upload keeps the file, says why and retries as the same write', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  let answers = false
  const good = desk({ now: checked })
  const { asked } = open((call) =>
    answers || call.path === 'cars/imports' ? good(call) : refused(503, 'unavailable', 'Later, please.'),
  )
  await choose()
  const alert = await screen.findByRole('alert')
  // The alert is at the top, and the failed button may be a screen further down.
  expect(scrolled.mock.contexts).toContain(alert)
  expect(within(alert).getByText('Later, please.')).toBeDefined()
  expect(screen.getByText('stock.csv')).toBeDefined()
  answers = true
  await userEvent.click(screen.getByRole('button', { name: 'Check it' }))
  expect(await screen.findByText('What would happen')).toBeDefined()
  const keys = asked.filter((c) => c.method === 'POST').map((c) => c.headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('Whoever is no dealer is told so and shown the way to become one', async () => {
  open((call) =>
    call.path === 'cars/imports'
      ? { body: { ...success, data: [] } }
      : refused(403, 'forbidden', 'Bulk import is for dealers.'),
  )
  await choose()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('link', { name: 'Edit company' }).getAttribute('href')).toContain(
    'view=company',
  )
})

test('Without a connection the screen says so and sends nothing', async () => {
  const on = open(() => undefined, '/import')
  await screen.findByLabelText('Table of cars')
  await on.local.ask({
    method: 'GET',
    path: 'x',
    auth: 'none',
    id: 'x',
    write: false,
    params: undefined,
    body: undefined,
    reply: undefined,
  })
  expect(await screen.findByText(/Importing needs a connection/)).toBeDefined()
  const before = on.asked.length
  await choose()
  expect(on.asked.filter((call) => call.method === 'POST')).toEqual([])
  expect(on.asked.length).toBe(before)
})

test('The page asks once for a forbidden table and ever less often during errors', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
  let answer = refused(500, 'internal', 'Something went wrong on our side.')
  const { asked } = open(
    (call) => (call.path === 'cars/import/job-1' ? answer : desk({ now: checked })(call)),
    '/import?job=job-1',
  )
  const looks = () => asked.filter((call) => call.path === 'cars/import/job-1').length
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  expect(await screen.findByText('Something went wrong on our side.')).toBeDefined()
  await pass(30)
  const first = looks()
  expect(first).toBeGreaterThan(2)
  expect(first).toBeLessThan(8)
  answer = refused(403, 'forbidden', 'Bulk import is for dealers.')
  await pass(11)
  expect(screen.getByText('Bulk import is for dealers.')).toBeDefined()
  expect(await screen.findByLabelText('Table of cars')).toBeDefined()
  const last = looks()
  await pass(60)
  expect(looks()).toBe(last)
  vi.useRealTimers()
})

test('A column named like an object property is shown and matched by name', async () => {
  const [problem] = checked.problems
  const columns = prototypeNames.map((name) => ({ name, samples: [name], field: '' as const }))
  const problems = prototypeNames.flatMap((column) => (problem ? [{ ...problem, column }] : []))
  const { asked } = open(desk({ now: { ...checked, columns, problems } }), '/import?job=job-1')
  await userEvent.selectOptions(await screen.findByLabelText('What constructor holds'), 'make')
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('progressbar')).toBeDefined()
  const sent = asked.findLast((call) => call.method === 'POST')?.body as { options: ImportJob['options'] }
  expect(Object.entries(sent.options.columns ?? {})).toEqual(
    prototypeNames.map((name) => [name, name === 'constructor' ? 'make' : '']),
  )
})
