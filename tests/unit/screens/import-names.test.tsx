import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ImportJob, importOptions, noCounts } from '#contract/selling/import.ts'
import type { ImportUnknownName } from '#contract/selling/import-trial.ts'
import { ImportScreen } from '../../../src/features/import/index.ts'
import { OnStage, refused, type Server, stage, type Stage } from '../../support/stage.tsx'
import { sampleToken } from '../../support/sample-people.ts'

const nameOf = (model: string, over: Partial<ImportUnknownName> = {}): ImportUnknownName => ({
  make: 'Datsun',
  model,
  rows: 7,
  example: `Datsun ${model} 1.2`,
  state: 'none',
  answer: '',
  ...over,
})
const jobWith = (unknown_names: ImportUnknownName[]): ImportJob => ({
  _id: 'job-1',
  file_name: 'stock.csv',
  state: 'done',
  dry_run: true,
  options: importOptions.parse({}),
  columns: [{ name: 'Brand', samples: ['Datsun'], field: 'make' }],
  assumed: {},
  reading: null,
  counts: { ...noCounts, rows: 14, refused: 14 },
  progress: 1,
  problem_count: 14,
  problems: [],
  problem_groups: [
    { column: 'Brand', reason: 'This make is not known here.', kind: 'refused', count: 14, examples: [] },
  ],
  unknown_names,
  preview: [],
  failure: '',
  created_at: '2026-03-01T09:00:00.000Z',
  finished_at: '2026-03-01T09:00:01.000Z',
})

/** Returns a server that accepts the proposed names. */
function desk(job: ImportJob): Server {
  let now = job
  return ({ method, path, body }) => {
    if (method === 'POST' && path === 'cars/import/job-1/names') {
      const { names } = body as { names: { model: string }[] }
      const asked = new Set(names.map(({ model }) => model))
      const taken = now.unknown_names.map((name) =>
        asked.has(name.model) ? { ...name, state: 'open' as const } : name,
      )
      now = { ...now, unknown_names: taken }
    }
    const msg = path.endsWith('/names') ? 'Thank you.' : 'Success'
    return path.startsWith('cars/import') ? { body: { success: true, msg, data: now } } : undefined
  }
}

function open(server: Server): Stage {
  window.history.replaceState(null, '', '/import?job=job-1')
  const first = stage(server)
  first.local.env.localStorage?.setItem('authentication-token', sampleToken())
  const on = stage(server, { localStorage: first.local.env.localStorage })
  render(
    <OnStage local={on.local}>
      <ImportScreen />
    </OnStage>,
  )
  return on
}
const part = async () => within(await screen.findByRole('region', { name: 'Names we do not know' }))
const rows = async () => (await part()).getAllByRole('listitem').map(({ textContent }) => textContent)
const asks = ({ asked }: Stage) => asked.filter(({ path }) => path.endsWith('/names'))

test('A dealer requests all unknown names at once and sees that they wait', async () => {
  const on = open(desk(jobWith([nameOf('Go'), nameOf('Cherry', { rows: 1 })])))
  expect(await rows()).toEqual([
    'Datsun Go 7 rowsAsk for Datsun Go',
    'Datsun Cherry 1 rowAsk for Datsun Cherry',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Ask for these 2 names' }))
  expect(await (await part()).findAllByText('Asked for: we look at it')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Names we do not know')
  await waitFor(async () => expect((await part()).getByRole('status').textContent).toBe('Thank you.'))
  const [sent] = asks(on)
  expect(sent?.headers['idempotency-key']).toMatch(/^".+"$/)
  expect(sent?.body).toEqual({
    names: [
      { make: 'Datsun', model: 'Go' },
      { make: 'Datsun', model: 'Cherry' },
    ],
  })
})

test('One name can be asked for alone', async () => {
  const on = open(desk(jobWith([nameOf('Go'), nameOf('Cherry')])))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for Datsun Cherry' }))
  expect(await screen.findByRole('button', { name: 'Ask for this name' })).toBeDefined()
  expect(asks(on).map(({ body }) => body)).toEqual([{ names: [{ make: 'Datsun', model: 'Cherry' }] }])
})

test('A dealer sees each name’s result and rechecks the table with the form’s settings', async () => {
  const on = open(
    desk(
      jobWith([
        nameOf('Go', { state: 'accepted', answer: 'Datsun GO' }),
        nameOf('Chery', { state: 'refused', answer: 'Not a Datsun' }),
      ]),
    ),
  )
  expect(await rows()).toEqual([
    'Datsun Go 7 rowsAdded as Datsun GO',
    'Datsun Chery 7 rowsNot added: Not a Datsun',
  ])
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Check/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('radio', { name: 'Miles' }))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(on.asked.findLast(({ method }) => method === 'POST')).toMatchObject({
    path: 'cars/import/job-1',
    body: { dry_run: true, options: { unit: 'miles' } },
  })
})

test('A table whose names were answered can be imported or checked again', async () => {
  const job = jobWith([nameOf('Go', { state: 'merged', answer: 'Datsun GO' })])
  open(desk({ ...job, counts: { ...job.counts, added: 2 } }))
  expect(await screen.findByRole('button', { name: 'Import 2 ads' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeDefined()
})

test('A table whose names await an answer cannot be checked again', async () => {
  open(desk(jobWith([nameOf('Go', { state: 'open' })])))
  expect(await screen.findByRole('button', { name: 'Nothing to import' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
})

test('What cannot be asked for is told, and the button stays', async () => {
  const full = refused(422, 'validation_failed', 'You wait for up to 200 names.')
  const job = desk(jobWith([nameOf('Go')]))
  open((call) => (call.path.endsWith('/names') ? full : job(call)))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for this name' }))
  expect(await screen.findByText('You wait for up to 200 names.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Ask for this name' })).toBeDefined()
})

test('A dealer sees the most frequent of many names, and all on request', async () => {
  open(desk(jobWith(Array.from({ length: 12 }, (_, i) => nameOf(`M${i}`)))))
  expect(await rows()).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12 names' }))
  expect(await rows()).toHaveLength(12)
  expect(document.activeElement?.textContent).toMatch(/^Datsun M8 /)
})
