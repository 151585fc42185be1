import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openProfile, sampleProfile, type World, world } from '../../support/profile.tsx'
import { refused } from '../../support/stage.tsx'

const path = 'users/update-user-details'
const theSwitch = () => screen.findByLabelText<HTMLInputElement>('E-mail me about messages I have not read')
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
/** The server refuses the app's other calls, because the phone would take missing responses for a lost network. */
const instead: World['instead'] = ({ path: asked }) =>
  asked.startsWith('users/') || asked.startsWith('city_state/')
    ? 'usual'
    : refused(503, 'unavailable', 'Not now.')
async function openForm(change: Partial<World> = {}) {
  const on = openProfile('?tab=profile&view=edit', { world: world({ instead, ...change }) })
  await theSwitch()
  await waitFor(() => expect(on.local.views.get().entities.size).toBe(1))
  return { sent: () => on.asked.filter((a) => a.path === path).map((a) => a.body) }
}

test('E-mails about messages are turned off in the profile, and only that is sent [R-PROF-06]', async () => {
  const { fields } = sampleProfile()
  const on = await openForm({ profile: sampleProfile({ fields: { ...fields, chat_emails: true } }) })
  expect((await theSwitch()).checked).toBe(true)
  await userEvent.click(await theSwitch())
  await save()
  await waitFor(() => expect(on.sent()).toEqual([{ chat_emails: false, base_version: 4 }]))
  expect((await theSwitch()).checked).toBe(false)
})

test('A profile cached before the setting existed shows it on and sends nothing', async () => {
  const on = await openForm()
  expect((await theSwitch()).checked).toBe(true)
  await userEvent.type(await screen.findByLabelText('Full name'), ' Okafor')
  await save()
  await waitFor(() => expect(on.sent()).toEqual([{ fullname: 'Ngozi Eze Okafor', base_version: 4 }]))
})
