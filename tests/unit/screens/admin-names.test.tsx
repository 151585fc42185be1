import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AskedName } from '#contract/admin/admin-names.ts'
import { AdminNames } from '../../../src/features/admin/admin-names.tsx'
import { listed, openAdminArea, said, sentTo } from '../../support/admin-area.tsx'
import { refused } from '../../support/stage.tsx'

const go: AskedName = {
  _id: 'n1',
  make: 'Datsun',
  model: 'Go',
  state: 'open',
  rows: 1200,
  dealers: 2,
  examples: ['Datsun Go 1.2 Mid', 'DATSUN GO Lux'],
  called: '',
  note: '',
  created_at: '2026-03-01T09:00:00.000Z',
  decided_at: null,
  decided_by: '',
}
const makes = ['BMW', 'Datsun'].map((maketitle) => ({
  _id: maketitle,
  maketitle,
  count_models: 1,
  models: [{ _id: `${maketitle}-1`, modeltitle: maketitle === 'BMW' ? 'X5' : 'Cherry' }],
}))
const open = (calls: Parameters<typeof openAdminArea>[2] = {}, names: AskedName[] = [go]) =>
  openAdminArea(<AdminNames />, '/admin/names', {
    'list-names': () => listed(names),
    'common/get-all-makes': () => said({ data: makes }),
    ...calls,
  })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('The admin sees a name’s rows, dealers and examples and adds it as edited [R-ROLE-20]', async () => {
  const on = open({ 'accept-name': () => said({}, 'Datsun GO is added.') })
  const row = within((await screen.findAllByRole('row'))[1] ?? document.body)
  for (const words of ['1,200 rows, 2 dealers', 'Datsun Go 1.2 Mid', 'DATSUN GO Lux', 'Open'])
    expect(row.getByText(words)).toBeTruthy()
  await click('Add Datsun Go')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Datsun Go?' }))
  const model = dialog.getByLabelText('Model')
  await userEvent.clear(model)
  await userEvent.type(model, 'GO')
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Datsun GO is added.')).toBeTruthy()
  expect(sentTo(on, 'accept-name')).toEqual([{ id: 'n1', make: 'Datsun', model: 'GO' }])
  await waitFor(() => expect(sentTo(on, 'list-names')).toHaveLength(2))
})

test('An admin merges an unknown name into a model chosen from the known ones', async () => {
  const on = open({ 'merge-name': () => said({}, 'It is read as BMW X5 from now on.') })
  await click('Same as … Datsun Go')
  const dialog = within(await screen.findByRole('dialog', { name: 'What is Datsun Go the same as?' }))
  await dialog.findByRole('option', { name: 'BMW' })
  expect(dialog.getByLabelText<HTMLSelectElement>('Make').value).toBe('Datsun')
  await userEvent.selectOptions(dialog.getByLabelText('Make'), 'BMW')
  await userEvent.selectOptions(dialog.getByLabelText('Model'), 'X5')
  await userEvent.click(dialog.getByRole('button', { name: 'It is the same' }))
  expect(await screen.findByText('It is read as BMW X5 from now on.')).toBeTruthy()
  expect(sentTo(on, 'merge-name')).toEqual([{ id: 'n1', make: 'BMW', model: 'X5' }])
})

test('What was not chosen is said at its list, which gets the focus', async () => {
  const msg = 'Please choose the model'
  open({ 'merge-name': () => refused(422, 'validation_failed', msg, { model: msg }) }, [
    go,
    { ...go, _id: 'n2', make: 'Dacia', model: 'Duster' },
  ])
  await click('Same as … Datsun Go')
  const known = within(await screen.findByRole('dialog', { name: 'What is Datsun Go the same as?' }))
  await known.findByRole('option', { name: 'Cherry' })
  await userEvent.click(known.getByRole('button', { name: 'It is the same' }))
  const model = known.getByLabelText('Model')
  await waitFor(() => expect(document.activeElement).toBe(model))
  expect(model.getAttribute('aria-invalid')).toBe('true')
  expect(known.getAllByText(msg)).toHaveLength(1)
  await userEvent.click(known.getByRole('button', { name: 'Back' }))
  await click('Same as … Dacia Duster')
  const strange = within(await screen.findByRole('dialog', { name: 'What is Dacia Duster the same as?' }))
  await strange.findByRole('option', { name: 'BMW' })
  await userEvent.click(strange.getByRole('button', { name: 'It is the same' }))
  expect(await strange.findByText('Please choose the make')).toBeTruthy()
  expect(document.activeElement).toBe(strange.getByLabelText('Make'))
})

test('An admin refuses a name with a reason; the dialog shows server errors', async () => {
  const msg = 'This model is there already.'
  const on = open({
    'refuse-name': () => said({}, 'Refused.'),
    'accept-name': () => refused(422, 'validation_failed', msg, { model: msg }),
  })
  await click('Add Datsun Go')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Datsun Go?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await dialog.findByText(msg)).toBeTruthy()
  expect(dialog.getByLabelText('Model').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(dialog.getByLabelText('Model'))
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  await click('Refuse Datsun Go')
  const refusal = within(await screen.findByRole('dialog', { name: 'Refuse Datsun Go?' }))
  await userEvent.click(refusal.getByRole('button', { name: 'Refuse' }))
  expect(refusal.getByText('Please say why')).toBeTruthy()
  expect(refusal.getByLabelText<HTMLTextAreaElement>('Reason').maxLength).toBe(200)
  await userEvent.type(refusal.getByLabelText('Reason'), 'Not a model')
  await userEvent.click(refusal.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(sentTo(on, 'refuse-name')).toEqual([{ id: 'n1', reason: 'Not a model' }]))
})

test('A dialog closed by mistake has its words when it opens again', async () => {
  open({ 'refuse-name': () => said({}, 'Refused.') })
  const reason = async () => {
    await click('Refuse Datsun Go')
    return (await screen.findByRole('dialog', { name: 'Refuse Datsun Go?' })).querySelector('textarea')
  }
  await userEvent.type((await reason()) ?? document.body, 'Not a model')
  await click('Close')
  const again = await reason()
  expect(again?.value).toBe('Not a model')
  await click('Refuse')
  expect(await screen.findByText('Refused.')).toBeTruthy()
  // The next dialog does not contain the reason of the finished refusal.
  expect((await reason())?.value).toBe('')
})

test('What was decided says how and as what, and is not asked again', async () => {
  open({}, [
    { ...go, state: 'merged', called: 'BMW X5' },
    { ...go, _id: 'n2', model: 'Gone', state: 'refused', note: 'Not a model' },
  ])
  expect(await screen.findByText('As BMW X5')).toBeTruthy()
  expect(screen.getByText('“Not a model”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add Datsun Go' })).toBeNull()
  // An operator can still add a refused name.
  expect(screen.getByRole('button', { name: 'Add Datsun Gone' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refuse Datsun Gone' })).toBeNull()
})

test('Where the makes could not be loaded, the dialog says so and asks again', async () => {
  let there = false
  open({
    'common/get-all-makes': () => (there ? said({ data: makes }) : refused(503, 'unavailable', 'Later.')),
  })
  await click('Same as … Datsun Go')
  const dialog = within(await screen.findByRole('dialog', { name: 'What is Datsun Go the same as?' }))
  expect(await dialog.findByText(/The list of makes is not on this phone/)).toBeTruthy()
  there = true
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('option', { name: 'BMW' })).toBeTruthy()
  expect(dialog.queryByText(/The list of makes/)).toBeNull()
})
