import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { Env } from '#local'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { field, fill, openForm, press } from '../../support/forms.tsx'
import { openProfile } from '../../support/profile.tsx'
import { sampleNow, sampleReply } from '../../support/sample-car.ts'
import { nothing, OnStage, refused, stage, type Stage } from '../../support/stage.tsx'

/** Pages that end right after the outbox has stored their text: no later step runs. */

const reply = sampleReply()
function openCar(): Stage {
  window.happyDOM?.setViewport({ width: 1280, height: 900 })
  window.history.replaceState(null, '', `/listing/${reply.data.slug}`)
  const on = stage(nothing, { now: () => sampleNow })
  render(
    <OnStage local={on.local}>
      <Route path="/listing/:slug">
        <CarDetailScreen given={reply} />
      </Route>
    </OnStage>,
  )
  return on
}

/** From now on no step after a commit runs. */
async function endAfterCommit({ local }: Stage) {
  const engine = await local.load()
  const put = engine.put.bind(engine)
  const revise = engine.revise.bind(engine)
  const never = () => new Promise<never>(() => undefined)
  vi.spyOn(engine, 'put').mockImplementation((...wish) => put(...wish).then(never))
  vi.spyOn(engine, 'revise').mockImplementation((...words) => revise(...words).then(never))
}
const isStored = (on: Stage, key: string) =>
  waitFor(async () => expect(await (await on.local.load()).drafts.read(key)).toBeDefined())
/** Returns the same phone after its browser was killed. */
async function killed(on: Stage) {
  const { indexedDB, localStorage } = on.local.env as Required<Pick<Env, 'indexedDB' | 'localStorage'>>
  const { local } = stage(nothing, { indexedDB, localStorage })
  const engine = await local.load()
  return { words: (key: string) => engine.drafts.read(key), outbox: () => local.views.get().outbox }
}

describe('Words that were in the outbox when the page was killed are not in', () => {
  test('the form to the dealer any more', async () => {
    const on = openCar()
    const form = within(await screen.findByRole('region', { name: 'Say hello to Adaeze' }))
    const words = { 'Your name': 'Ngozi', 'E-mail': 'n@example.test', 'Contact no.': '803 123 4567' }
    for (const [label, text] of Object.entries({ ...words, Message: 'On Friday?' }))
      await userEvent.type(await form.findByLabelText(label), text)
    await isStored(on, 'enquiry:car-1')
    await endAfterCommit(on)
    await userEvent.click(form.getByRole('button', { name: /Send message|send later/ }))
    await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(1))
    const after = await killed(on)
    expect(await after.words('enquiry:car-1')).toBeUndefined()
    expect(after.outbox()).toHaveLength(1)
  })

  test('the report of an ad any more', async () => {
    const on = openCar()
    await userEvent.click(await screen.findByRole('button', { name: 'Report this ad' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this ad' }))
    await userEvent.click(await dialog.findByRole('radio', { name: 'Duplicate' }))
    await isStored(on, 'report:car-1')
    await endAfterCommit(on)
    await userEvent.click(dialog.getByRole('button', { name: /Send report|send later/ }))
    await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(1))
    expect(await (await killed(on)).words('report:car-1')).toBeUndefined()
  })

  test('the edit of a profile any more', async () => {
    const on = openProfile('?tab=profile&view=edit')
    const name = await field('Full name')
    await waitFor(() => expect(on.local.views.get().entities.size).toBe(1))
    await userEvent.type(name, ' Okafor')
    await isStored(on, 'profile')
    await endAfterCommit(on)
    await userEvent.click(screen.getByRole('button', { name: /^Save (changes|on this phone)$/ }))
    await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(1))
    expect(await (await killed(on)).words('profile')).toBeUndefined()
  })

  const enquiry = {
    'Full name': 'Ngozi Eze',
    Email: 'ngozi@example.test',
    'Mobile number': '803 123 456',
    Subject: 'My ad',
    Message: 'It has the wrong picture.',
  }
  test('the contact form, also typed in the moment before', async () => {
    const on = openForm('/contact', { answer: nothing })
    await fill({ ...enquiry, Message: '' })
    await isStored(on, 'contact')
    await endAfterCommit(on)
    await fill({ Message: enquiry.Message })
    await press('Send message')
    await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(1))
    // Typed text is stored before this wait ends.
    await new Promise((over) => setTimeout(over, 400))
    expect(await (await killed(on)).words('contact')).toBeUndefined()
  })

  test('the contact form that mended what the server had refused', async () => {
    const on = openForm('/contact', {
      answer: () => refused(422, 'validation_failed', 'Please check the marked fields.'),
    })
    await fill(enquiry)
    await press('Send message')
    await screen.findByText('Please check the marked fields.')
    await isStored(on, 'contact')
    await endAfterCommit(on)
    on.serve(nothing)
    await fill({ Subject: 'My car' })
    await press('Send message')
    const subjects = () =>
      on.local.views.get().outbox.map(({ payload }) => (payload as { subject: string }).subject)
    await waitFor(() => expect(subjects()).toEqual(['My car']))
    expect(await (await killed(on)).words('contact')).toBeUndefined()
  })
})

test('What another tab typed into the same form stays when this one is sent', async () => {
  const on = openForm('/contact', { answer: nothing })
  const words = { 'Full name': 'Ngozi Eze', Email: 'n@example.test', 'Mobile number': '803123456' }
  await fill({ ...words, Subject: 'My ad', Message: 'Hello' })
  await isStored(on, 'contact')
  const other = { message: 'Typed in another tab' }
  await (await on.local.load()).drafts.save('contact', other)
  await press('Send message')
  await screen.findByText('Saved. It will be sent when you are back online.')
  expect(await (await killed(on)).words('contact')).toEqual(other)
})
