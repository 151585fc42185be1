import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { field, fill, leaveAndReturn, openForm, press } from '../../support/forms.tsx'
import { sampleSettings } from '../../support/shell.tsx'
import { refused, type Reply } from '../../support/stage.tsx'

const words = {
  'Full name': 'Ngozi Eze',
  Email: 'ngozi@example.test',
  'Mobile number': '803 123 456',
  Subject: 'My ad',
  Message: 'It has the wrong picture.',
}
const send = () => press('Send message')
const answer = 'Thank you, Ngozi. We read every letter.'

describe('The contact page', () => {
  test('Anybody may write; an empty form names what is missing [R-NAV-26 R-ROLE-04 R-VAL-62 R-VAL-65 R-VAL-66]', async () => {
    const on = openForm('/contact')
    expect(screen.getByRole('heading', { level: 1, name: 'Contact' })).toBeTruthy()
    await field('Full name')
    await send()
    for (const sentence of [
      'Please enter full name',
      'Please enter an email',
      'Please enter subject',
      'Please enter message',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test.each([
    ['Email', 'ngozi', 'Please enter a valid email'],
    ['Mobile number', '-803123456', 'Must be positive numbers'],
    ['Mobile number', '80312345', 'Must be exactly 9 digits'],
  ])('%s refuses "%s" with "%s" [R-VAL-62 R-VAL-63 R-VAL-64]', async (label, value, sentence) => {
    const on = openForm('/contact')
    await fill({ ...words, [label]: value })
    await send()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('A message that arrived is answered with the server’s words and the way home [R-FORM-01 R-FORM-08 R-FORM-10 R-ENT-33]', async () => {
    const on = openForm('/contact')
    await fill(words)
    await send()
    expect(await screen.findByRole('heading', { name: answer })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Home Page' }).getAttribute('href')).toBe('/')
    expect(on.bodies()).toEqual([
      {
        fullname: 'Ngozi Eze',
        email: 'ngozi@example.test',
        mobile_number: '803123456',
        subject: 'My ad',
        message: 'It has the wrong picture.',
        client_ref: expect.any(String) as string,
        filled: { ms: expect.any(Number) as number, trap: '' },
      },
    ])
  })

  test('A refusal shows the server’s words with "Try again", and keeps every word [R-FORM-09 R-FORM-10 R-STATE-29]', async () => {
    let refuse = true
    const on = openForm('/contact', {
      answer: () =>
        refuse
          ? refused(400, 'validation_failed', 'We cannot take this.', { subject: 'Please say more' })
          : {
              body: {
                success: true,
                msg: answer,
                data: { _id: '1', created_at: '2026-03-12T12:00:00.000Z' },
              },
            },
    })
    await fill(words)
    await send()
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('heading', { name: 'Error' })).toBeTruthy()
    expect(alert.getByText('We cannot take this.')).toBeTruthy()
    expect(await screen.findByText('Please say more')).toBeTruthy()
    const again = alert.getByRole('link', { name: 'Try again' })
    expect(again.getAttribute('href')).toBe('/contact')
    await userEvent.click(again)
    expect(location.pathname).toBe('/contact')
    expect((await field('Message')).value).toBe('It has the wrong picture.')
    refuse = false
    await fill({ Subject: 'The picture of my ad' })
    await send()
    expect(await screen.findByRole('heading', { name: answer })).toBeTruthy()
    // The refused message was changed and sent again: one message, not two.
    expect(on.local.views.get().outbox.map(({ state }) => state)).toEqual(['done'])
  })

  test('A message refused after its person had left comes back by one tap', async () => {
    const note = 'Not sent. We cannot take this.'
    let answers: Reply | undefined
    const on = openForm('/contact', { answer: () => answers })
    await fill(words)
    await send()
    await leaveAndReturn(on, () => (answers = refused(400, 'validation_failed', 'We cannot take this.')))
    await screen.findByText(note)
    expect((await field('Subject')).value).toBe('')
    await press('Edit and send again')
    for (const [label, value] of Object.entries(words))
      await waitFor(async () =>
        expect((await field(label)).value.replaceAll(' ', '')).toBe(value.replaceAll(' ', '')),
      )
    answers = {
      body: { success: true, msg: answer, data: { _id: '1', created_at: '2026-03-12T12:00:00.000Z' } },
    }
    await send()
    expect(await screen.findByRole('heading', { name: answer })).toBeTruthy()
    expect(on.bodies().at(-1)).toMatchObject({ subject: 'My ad', message: 'It has the wrong picture.' })
    cleanup()
    on.show()
    await field('Subject')
    expect(screen.queryByText(note)).toBeNull()
  })

  test('Without signal the message is called saved, never sent, and leaves once later [R-STATE-29]', async () => {
    let away = true
    const on = openForm('/contact', {
      answer: () =>
        away
          ? undefined
          : {
              body: {
                success: true,
                msg: answer,
                data: { _id: '1', created_at: '2026-03-12T12:00:00.000Z' },
              },
            },
    })
    await fill(words)
    await send()
    expect(await screen.findByText('Saved. It will be sent when you are back online.')).toBeTruthy()
    expect(screen.queryByText(answer)).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to Home Page' })).toBeTruthy()
    away = false
    on.local.kick('manual')
    expect(await screen.findByRole('heading', { name: answer })).toBeTruthy()
    expect(new Set(on.bodies().map((body) => body['client_ref'])).size).toBe(1)
  })

  test('What was typed is there again after the page was left', async () => {
    const on = openForm('/contact')
    await fill({ Message: 'Half a sentence' })
    const { drafts } = await on.local.load()
    await waitFor(async () => expect(await drafts.read('contact')).toBeTruthy())
    on.unmount()
    on.show()
    await waitFor(async () => expect((await field('Message')).value).toBe('Half a sentence'))
  })

  test('What was typed and deleted again does not come back', async () => {
    const on = openForm('/contact')
    await fill({ Message: 'Half a sentence' })
    const { drafts } = await on.local.load()
    await waitFor(async () => expect(await drafts.read('contact')).toBeTruthy())
    await userEvent.clear(await field('Message'))
    await waitFor(async () => expect(await drafts.read('contact')).toBeUndefined())
    on.unmount()
    on.show()
    expect((await field('Message')).value).toBe('')
  })

  test.each([
    ['mixed', '+234', '9 digits after +234'],
    ['za', '+27', '9 digits after +27'],
    ['ng', '+234', '10 digits after +234'],
  ] as const)(
    'In the market %s the number stands behind %s [R-FORM-11 R-CONST-16 R-VAL-64]',
    async (market, prefix, hint) => {
      openForm('/contact', { market })
      expect(await screen.findByText(hint)).toBeTruthy()
      expect(screen.getByText(prefix)).toBeTruthy()
    },
  )

  test('The company’s address, e-mail, phone and networks are beside the form', async () => {
    openForm('/contact')
    const company = within(await screen.findByRole('complementary', { name: sampleSettings.name }))
    expect(company.getByText(sampleSettings.address)).toBeTruthy()
    expect(company.getByRole('link', { name: sampleSettings.email }).getAttribute('href')).toBe(
      `mailto:${sampleSettings.email}`,
    )
    expect(company.getByRole('link', { name: sampleSettings.phone }).getAttribute('href')).toBe(
      'tel:+27315550100',
    )
    const facebook = company.getByRole('link', { name: 'Facebook' })
    expect(facebook.getAttribute('href')).toBe(sampleSettings.social[0]?.url)
    // The link with the name X is short, and a finger needs 44 px.
    expect(facebook.className).toContain('min-w-11')
  })

  test('Whoever is signed in need not type who they are', async () => {
    openForm('/contact', { signedIn: true })
    expect((await field('Full name')).value).toBe('Ngozi Eze')
    expect((await field('Email')).value).toBe('ngozi@example.test')
  })

  test('What a person typed stays theirs when they sign out in another tab [I7]', async () => {
    const on = openForm('/contact', { signedIn: true })
    const engine = await on.local.load()
    const message = () => screen.findByLabelText<HTMLTextAreaElement>('Message')
    await fill({ Message: 'My account and my number' })
    await waitFor(async () => expect((await engine.drafts.read('contact'))?.['message']).toBeDefined())
    const token = on.local.env.localStorage?.getItem('authentication-token') ?? ''
    const becomes = async (account: string | undefined) => {
      await act(async () => on.local.kick('focus'))
      await waitFor(() => expect(on.local.session.get().account).toBe(account))
    }
    const { account } = on.local.session.get()
    on.local.env.localStorage?.removeItem('authentication-token')
    await becomes(undefined)
    await waitFor(async () => expect((await message()).value).toBe(''))
    expect((await field('Full name')).value).toBe('')
    await fill({ Message: 'As a guest' })
    await waitFor(async () => expect((await engine.drafts.read('contact'))?.['message']).toBe('As a guest'))
    on.local.env.localStorage?.setItem('authentication-token', token)
    await becomes(account)
    expect((await message()).value).toBe('As a guest')
    on.unmount()
    on.show()
    await waitFor(async () => expect((await message()).value).not.toBe(''))
  })
})
