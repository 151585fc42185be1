import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { templateText } from '#contract/selling/template-text.ts'
import { described, type OnItsWay, openDescribe } from '../../support/describe.tsx'

const open = () => userEvent.click(screen.getByRole('button', { name: 'Generate AI Description' }))
const modal = () => screen.findByRole('dialog', { name: 'AI Generated Message' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const busy = (element: HTMLElement) => element.getAttribute('aria-busy') === 'true'
const label = 'Template text, written on this phone'
const say = (call: OnItsWay | undefined, name: string, data: object = {}) =>
  act(async () => {
    call?.event(name, data)
    await new Promise((next) => setTimeout(next, 0))
  })
/** Waits until the dialog has read the whole response. */
const read = () =>
  waitFor(() =>
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('The text is ready'),
  )
const call = async (calls: readonly OnItsWay[], n = 0) => {
  await waitFor(() => expect(calls.length).toBe(n + 1))
  return calls[n]
}

describe('The description that is generated', () => {
  test('streams in under the documented title and can be used when complete [R-POST-07 R-POST-08 R-POST-09 R-POST-10]', async () => {
    const { calls, used } = openDescribe()
    await open()
    const dialog = await modal()
    const writing = await call(calls)
    expect(writing?.body).toMatchObject({ title: described.title, model: 'X5', price: '450000' })
    await waitFor(() => expect(within(dialog).getByRole('status').textContent).toBe('Writing the text'))
    expect(await within(dialog).findByText(/^Writing …/)).toBeTruthy()
    await say(writing, 'start', { source: 'ai' })
    await say(writing, 'text', { text: 'A fine ' })
    expect(await within(dialog).findByText(/A fine/)).toBeTruthy()
    expect([button('Use').disabled, busy(button('Regenerate'))]).toEqual([true, true])
    await userEvent.click(button('Use'))
    expect(used).toEqual([])
    await say(writing, 'text', { text: 'car.' })
    await say(writing, 'done')
    await read()
    expect(
      await within(dialog).findByText('Written by an AI service. Please read it before you use it.'),
    ).toBeTruthy()
    expect(within(dialog).queryByText(label)).toBeNull()
    await userEvent.click(button('Use'))
    expect(used).toEqual(['A fine car.'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is rewritten on request, and the old text stays until the new one comes [R-POST-09 R-POST-11]', async () => {
    const { calls } = openDescribe()
    await open()
    const dialog = await modal()
    const first = await call(calls)
    await say(first, 'start', { source: 'ai' })
    await say(first, 'text', { text: 'The first text.' })
    await say(first, 'done')
    await read()
    await userEvent.click(button('Regenerate'))
    const second = await call(calls, 1)
    expect(await within(dialog).findByText(/The first text\./)).toBeTruthy()
    expect(button('Use').disabled).toBe(true)
    await say(second, 'start', { source: 'ai' })
    await say(second, 'text', { text: 'The second text.' })
    await waitFor(() => expect(within(dialog).queryByText(/The first text\./)).toBeNull())
    await say(second, 'done')
    expect(await within(dialog).findByText('The second text.')).toBeTruthy()
  })

  test('keeps the received part usable and says so when the connection breaks', async () => {
    const { calls, used } = openDescribe()
    await open()
    const dialog = await modal()
    const writing = await call(calls)
    await say(writing, 'start', { source: 'ai' })
    await say(writing, 'text', { text: 'Half of a text' })
    await within(dialog).findByText(/Half of a text/)
    await act(async () => writing?.drop())
    expect(await within(dialog).findByText(/What had come is kept above\.$/)).toBeTruthy()
    expect(await within(dialog).findByText('Half of a text')).toBeTruthy()
    await userEvent.click(button('Use'))
    expect(used).toEqual(['Half of a text'])
  })

  test('continues when the window is closed midway and shows when it is reopened [R-POST-09]', async () => {
    const { calls } = openDescribe()
    await open()
    const writing = await call(calls)
    await say(writing, 'start', { source: 'ai' })
    await userEvent.click(button('Close'))
    await say(writing, 'text', { text: 'Written meanwhile.' })
    await waitFor(() => expect(screen.queryByText('Written meanwhile.')).toBeNull())
    await open()
    expect(calls).toHaveLength(1)
    await say(writing, 'done')
    expect(await within(await modal()).findByText('Written meanwhile.')).toBeTruthy()
  })

  test('stops being written on the server when the form is left', async () => {
    const { calls, unmount } = openDescribe()
    await open()
    const writing = await call(calls)
    unmount()
    expect(writing?.aborted()).toBe(true)
  })
})

describe('Without the text service', () => {
  test('a phone without signal writes a template text at once, and says so plainly [R-EXT-10]', async () => {
    const { calls, used } = openDescribe({ offline: true })
    await open()
    const dialog = await modal()
    expect(await within(dialog).findByText(label)).toBeTruthy()
    expect(await within(dialog).findByText('There is no signal here.')).toBeTruthy()
    await userEvent.click(button('Use'))
    expect([calls.length, used]).toEqual([0, [templateText(described, '₦', 0)]])
  })

  test('a server without a key and a silent network both lead to the template [R-EXT-10 R-POST-11]', async () => {
    const { calls, used } = openDescribe()
    await open()
    const dialog = await modal()
    const writing = await call(calls)
    await say(writing, 'start', { source: 'template' })
    await say(writing, 'text', { text: 'The template of the server.' })
    await say(writing, 'done')
    await read()
    expect(within(dialog).getByText(label)).toBeTruthy()
    await userEvent.click(button('Regenerate'))
    const again = await call(calls, 1)
    await act(async () => again?.drop())
    expect(await within(dialog).findByText('The text service cannot be reached from here.')).toBeTruthy()
    await userEvent.click(button('Use'))
    expect(used).toEqual([templateText(described, '₦', 1)])
  })

  test('a service that fails says why, and the template stands in', async () => {
    const { calls } = openDescribe()
    await open()
    const dialog = await modal()
    const writing = await call(calls)
    await say(writing, 'start', { source: 'ai' })
    await say(writing, 'error', {
      code: 'unavailable',
      msg: 'The text service took too long. Please try again later.',
    })
    expect(
      await within(dialog).findByText('The text service took too long. Please try again later.'),
    ).toBeTruthy()
    expect(await within(dialog).findByText(label)).toBeTruthy()
    expect(button('Use').disabled).toBe(false)
  })

  test('a refusal of the server is told in its words', async () => {
    const body = { success: false, code: 'rate_limited', msg: 'Too many requests. Please wait a moment.' }
    openDescribe({
      answer: () =>
        new Response(JSON.stringify(body), {
          status: 429,
          headers: { 'x-api': '1', 'content-type': 'application/json' },
        }),
    })
    await open()
    expect(await within(await modal()).findByText(body.msg)).toBeTruthy()
  })

  test('a guest gets the template, and is told what signing in would bring', async () => {
    const { calls } = openDescribe({ guest: true })
    await open()
    const dialog = await modal()
    expect(await within(dialog).findByText('Sign in to have a text written by the AI service.')).toBeTruthy()
    expect([within(dialog).queryByText(label) !== null, calls.length]).toEqual([true, 0])
  })
})

test('An incomplete form shows a warning naming what is missing and requests no text [R-POST-12 R-POST-13]', async () => {
  const { calls } = openDescribe({ fields: { ...described, engine: '', price: '' } })
  await open()
  const warning = await screen.findByRole('alertdialog')
  expect(
    within(warning).getByText('Please fill engine and price before generating a description.'),
  ).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(within(warning).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect([calls.length, document.activeElement?.textContent]).toEqual([0, 'Generate AI Description'])
})

test('A seller can restore their own text after "Use" until something changes', async () => {
  const { used } = openDescribe({ offline: true, description: 'My own words.' })
  expect(screen.queryByRole('button', { name: 'Put my own words back' })).toBeNull()
  await open()
  expect(await within(await modal()).findByText(/in place of what you wrote/)).toBeTruthy()
  await userEvent.click(button('Use'))
  await userEvent.click(button('Put my own words back'))
  expect(used.at(-1)).toBe('My own words.')
  await open()
  await userEvent.click(button('Use'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '!')
  expect(screen.queryByRole('button', { name: 'Put my own words back' })).toBeNull()
})

test('A seller who used a second text still gets their own one back', async () => {
  const { used } = openDescribe({ offline: true, description: 'My own words.' })
  await open()
  await userEvent.click(button('Use'))
  await open()
  await userEvent.click(button('Use'))
  await userEvent.click(button('Put my own words back'))
  expect(used.at(-1)).toBe('My own words.')
})
