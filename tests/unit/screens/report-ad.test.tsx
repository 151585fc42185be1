import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { sampleNow, sampleReply } from '../../support/sample-car.ts'
import { samplePerson, settingsServer, tokenOf } from '../../support/shell.tsx'
import { nothing, OnStage, refused, stage, type Server } from '../../support/stage.tsx'

const thanks = 'Thank you. We will look at this ad.'
const sent = { success: true, msg: thanks, data: { _id: 'r', created_at: '2026-03-01T09:00:00.000Z' } }
const taking: Server = (asked) =>
  asked.path === 'cars/report-ad'
    ? { body: sent }
    : (settingsServer(asked) ?? refused(404, 'unknown_route', 'There is no such call.'))

function open(server: Server = taking, own = false) {
  const given = sampleReply()
  window.history.replaceState(null, '', `/listing/${given.data.slug}`)
  const token = tokenOf({ ...samplePerson, id: given.data.creator._id })
  const map = new Map(own ? [['authentication-token', token]] : [])
  const on = stage(server, {
    now: () => sampleNow,
    localStorage: {
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
    },
  })
  render(
    <OnStage local={on.local}>
      <Route path="/listing/:slug">
        <CarDetailScreen given={given} />
      </Route>
    </OnStage>,
  )
  return { ...on, reports: () => on.asked.filter(({ path }) => path === 'cars/report-ad') }
}
async function dialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Report this ad' }))
  return within(await screen.findByRole('dialog', { name: 'Report this ad' }))
}

describe('Somebody reports an ad from its page', () => {
  test('with a reason, and is thanked when the server has it [R-ROLE-20]', async () => {
    const on = open()
    const here = await dialog()
    await userEvent.click(await here.findByRole('radio', { name: 'Fraud or scam' }))
    await userEvent.type(here.getByRole('textbox', { name: /Anything we should know/ }), 'Asks for a deposit')
    await userEvent.click(here.getByRole('button', { name: 'Send report' }))
    expect(await here.findByText(thanks)).toBeTruthy()
    expect(on.reports().map(({ body }) => body)).toEqual([
      expect.objectContaining({ reason: 'fraud', words: 'Asks for a deposit' }),
    ])
  })

  test('and what is typed while it is saved is there when it changes', async () => {
    const on = open()
    const here = await dialog()
    const engine = await on.local.load()
    const put = engine.put.bind(engine)
    let go = () => {}
    const slow = new Promise<void>((resolve) => (go = resolve))
    vi.spyOn(engine, 'put').mockImplementation(async (...wish) => {
      await slow
      return put(...wish)
    })
    await userEvent.click(await here.findByRole('radio', { name: 'Fraud or scam' }))
    const words = () => here.getByRole<HTMLTextAreaElement>('textbox', { name: /Anything we should know/ })
    await userEvent.type(words(), 'Asks for a deposit')
    await userEvent.click(here.getByRole('button', { name: 'Send report' }))
    await userEvent.type(words(), ' by phone')
    go()
    expect(await here.findByText(thanks)).toBeTruthy()
    await userEvent.click(here.getByRole('button', { name: 'Change it' }))
    expect(words().value).toBe('Asks for a deposit by phone')
  })

  test('and is asked for a reason, and for words where the reason says nothing', async () => {
    const on = open()
    const here = await dialog()
    await userEvent.click(await here.findByRole('button', { name: 'Send report' }))
    expect(await here.findByText('Please choose a reason')).toBeTruthy()
    expect(document.activeElement).toBe(here.getByRole('radio', { name: 'Fraud or scam' }))
    await userEvent.click(here.getByRole('radio', { name: 'Something else' }))
    await userEvent.click(here.getByRole('button', { name: 'Send report' }))
    expect(await here.findByText('Please tell us what is wrong')).toBeTruthy()
    expect(document.activeElement).toBe(here.getByRole('textbox', { name: 'What is it?' }))
    expect(on.reports()).toEqual([])
  })

  test('without signal: it is saved and called waiting, and goes out once [R-PWA-27]', async () => {
    const on = open(nothing)
    const here = await dialog()
    await userEvent.click(await here.findByRole('radio', { name: 'Already sold' }))
    await userEvent.click(here.getByRole('button', { name: /^Send report|Save and send later$/ }))
    expect(await here.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    const before = on.reports().length
    on.serve(taking)
    on.local.kick('manual')
    expect(await here.findByText(thanks)).toBeTruthy()
    expect(on.reports()).toHaveLength(before + 1)
  })

  test('and reads why the server did not take it, with the words still there', async () => {
    open((asked) =>
      asked.path === 'cars/report-ad' ? refused(410, 'gone', 'This car is no longer listed.') : taking(asked),
    )
    const here = await dialog()
    await userEvent.click(await here.findByRole('radio', { name: 'Duplicate' }))
    await userEvent.click(here.getByRole('button', { name: 'Send report' }))
    expect(await here.findByText(/Not sent. This car is no longer listed./)).toBeTruthy()
    expect(here.getByRole<HTMLInputElement>('radio', { name: 'Duplicate' }).checked).toBe(true)
  })

  test('and finds what they typed when the closed report is opened again', async () => {
    open()
    const here = await dialog()
    await userEvent.click(await here.findByRole('radio', { name: 'Duplicate' }))
    await userEvent.type(here.getByRole('textbox', { name: /Anything we should know/ }), 'Seen twice')
    await userEvent.click(here.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(here.queryByRole('textbox')).toBeNull())
    const again = await dialog()
    expect((await again.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Seen twice')
    expect(again.getByRole<HTMLInputElement>('radio', { name: 'Duplicate' }).checked).toBe(true)
  })

  test('unless it is their own', async () => {
    open(taking, true)
    // The button would appear together with the description.
    await screen.findByRole('heading', { name: 'Description' })
    expect(screen.queryByRole('button', { name: 'Report this ad' })).toBeNull()
  })
})
