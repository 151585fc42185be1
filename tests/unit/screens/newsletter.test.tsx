import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Route, Switch } from 'wouter'
import { matchingRoute } from '../../../src/app/navigation/matching-route.ts'
import { appRoutes } from '../../../src/app/routes.ts'
import { ThankYouWithNewsletter } from '../../../src/app/screens/thank-you-screen.tsx'
import { loadConfirm, loadUnsubscribe } from '../../../src/features/forms/index.ts'
import { stubOnScreen } from '../../support/on-screen.ts'
import { nothing, OnStage, refused, stage, type Server, type Stage } from '../../support/stage.tsx'

const taken: Server = ({ path }) =>
  path === 'newsletter' ? { body: { success: true, msg: 'Please confirm.' } } : undefined
const sent = (on: Stage) => on.asked.filter(({ path }) => path === 'newsletter')

const letterScreens = { confirm: await loadConfirm(), unsubscribe: await loadUnsubscribe() }
function start(server: Server, address = '/thankyou', given = {}) {
  window.history.replaceState(null, '', address)
  const on = stage(server, given)
  const view = render(
    <OnStage local={on.local}>
      <Switch>
        <Route path="/newsletter/confirm/:token" component={letterScreens.confirm} />
        <Route path="/newsletter/unsubscribe/:token" component={letterScreens.unsubscribe} />
        <Route component={ThankYouWithNewsletter} />
      </Switch>
    </OnStage>,
  )
  return { ...on, ...view }
}
beforeEach(() => {
  stubOnScreen()
})
const box = async () => within(await screen.findByRole('region', { name: 'Newsletter' }))
const field = async () => (await box()).findByLabelText<HTMLInputElement>('Email')
const draftOf = async (on: Stage) => (await on.local.load()).drafts.read('newsletter')
const press = async () => userEvent.click((await box()).getByRole('button', { name: 'Subscribe' }))
const subscribe = async (address: string) => {
  await userEvent.type(await field(), address)
  await press()
}

describe('The newsletter', () => {
  test('Its form comes when a person comes near, and stays when they leave [R-HOME-27]', async () => {
    const screenOf = stubOnScreen(false)
    start(taken)
    const section = await box()
    expect(section.queryByLabelText('Email')).toBeNull()
    act(() => screenOf.report(true))
    await userEvent.type(await field(), 'thandi@')
    act(() => screenOf.report(false))
    expect((await field()).value).toBe('thandi@')
  })

  test('The thank-you page offers a newsletter field and does not send an empty address [R-FORM-17 R-FORM-18 R-VAL-01 R-VAL-02]', async () => {
    const on = start(taken)
    expect((await field()).type).toBe('email')
    expect(screen.getByRole('link', { name: 'Browse more cars' }).getAttribute('href')).toBe('/listings')
    await press()
    expect(await screen.findByText('Please enter an email')).toBeTruthy()
    await subscribe('thandi@')
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
    expect((await field()).getAttribute('aria-invalid')).toBe('true')
    expect(sent(on)).toEqual([])
  })

  test('The answer of the server decides: first "sending...", then "Subscribed !" [R-FORM-18 R-EXT-05 R-HOME-28]', async () => {
    let answer: (() => void) | undefined
    const on = start(taken, '/thankyou', {
      fetch: (url: string) => {
        const headers = { 'content-type': 'application/json', 'x-api': '1' }
        const reply = (status: number, body: object) =>
          new Response(JSON.stringify(body), { status, headers })
        // The other calls get a response: without one, the phone would report that it is offline.
        if (!url.endsWith('/newsletter'))
          return Promise.resolve(reply(404, { success: false, code: 'not_found', msg: 'Not found.' }))
        return new Promise<Response>((done) => {
          answer = () => done(reply(200, { success: true, msg: 'Please confirm.' }))
        })
      },
    })
    await subscribe('thandi@example.org')
    expect(await screen.findByText('sending...')).toBeTruthy()
    await waitFor(() => expect(answer).toBeDefined())
    expect(screen.queryByText('Subscribed !')).toBeNull()
    await act(async () => answer?.())
    expect(await screen.findByText('Subscribed !')).toBeTruthy()
    expect(
      screen.getByText(/confirm with the link in the e-mail that we send to thandi@example\.org/),
    ).toBeTruthy()
    expect((await field()).value).toBe('')
    on.unmount()
  })

  test('A refused address shows "Not Subscribed" with the reason and can be retried [R-ERR-23 R-EXT-05 R-FORM-18]', async () => {
    const on = start(() =>
      refused(422, 'validation_failed', 'Please enter a valid email', {
        EMAIL: 'Please enter a valid email',
      }),
    )
    await subscribe('thandi@example.org')
    expect(await screen.findByText('Not Subscribed')).toBeTruthy()
    expect(screen.queryByText('Subscribed !')).toBeNull()
    expect((await field()).value).toBe('thandi@example.org')
    on.serve(taken)
    await userEvent.clear(await field())
    await subscribe('ngozi@example.org')
    expect(await screen.findByText('Subscribed !')).toBeTruthy()
    expect(sent(on).map(({ body }) => (body as { EMAIL: string }).EMAIL)).toEqual([
      'thandi@example.org',
      'ngozi@example.org',
    ])
  })

  test('Without a signal it is saved and says so, and is never called subscribed [R-PWA-27 I5]', async () => {
    const on = start(nothing, '/thankyou', { saysOnline: () => false })
    await subscribe('thandi@example.org')
    expect(await screen.findByText('Saved. You will be subscribed when you are back online.')).toBeTruthy()
    expect(screen.queryByText(/Subscribed !|sending/)).toBeNull()
    on.unmount()
  })

  test('A failed subscription is reported as saved, not as still in progress [I5]', async () => {
    const on = start((asked) => (asked.path === 'newsletter' ? undefined : refused(404, 'not_found', 'No.')))
    await subscribe('thandi@example.org')
    expect(await screen.findByText('Saved. You will be subscribed when you are back online.')).toBeTruthy()
    expect(sent(on)).toHaveLength(1)
    on.unmount()
  })

  test('The form sends its fill time and a honeypot that people cannot reach', async () => {
    const on = start(taken)
    await subscribe('thandi@example.org')
    await screen.findByText('Subscribed !')
    const filled = { ms: expect.any(Number) as number, trap: '' }
    expect(sent(on)[0]?.body).toMatchObject({ EMAIL: 'thandi@example.org', filled })
    const inputs = (await box()).getAllByRole('textbox')
    expect(inputs).toHaveLength(1)
  })

  test('An address that was typed is there again after the page was closed', async () => {
    const on = start(nothing)
    await userEvent.type(await field(), 'thandi@exam')
    await waitFor(async () => expect(await draftOf(on)).toEqual({ EMAIL: 'thandi@exam' }))
    on.unmount()
    render(
      <OnStage local={on.local}>
        <ThankYouWithNewsletter />
      </OnStage>,
    )
    expect((await field()).value).toBe('thandi@exam')
  })

  test('A second address typed while the first waits is a draft as well', async () => {
    const on = start(nothing, '/thankyou', { saysOnline: () => false })
    await subscribe('thandi@example.org')
    await screen.findByText('Saved. You will be subscribed when you are back online.')
    await userEvent.type(await field(), 'ngozi@exam')
    await waitFor(async () => expect(await draftOf(on)).toEqual({ EMAIL: 'ngozi@exam' }))
    on.unmount()
    render(
      <OnStage local={on.local}>
        <ThankYouWithNewsletter />
      </OnStage>,
    )
    expect((await field()).value).toBe('ngozi@exam')
  })
})

describe('The links in newsletter letters', () => {
  const done: Server = ({ path, body }) =>
    (body as { token?: string } | undefined)?.token === 'good'
      ? {
          body: {
            success: true,
            msg: path === 'newsletter/confirm' ? 'You are subscribed.' : 'You are unsubscribed.',
          },
        }
      : refused(410, 'link_expired', 'This link is no longer valid. Please ask for a new one.')

  test.each([
    ['confirm', 'Confirm my subscription', 'You are subscribed.'],
    ['unsubscribe', 'Unsubscribe', 'You are unsubscribed.'],
  ])('Opening the link to %s does nothing before its button is pressed', async (page, button, words) => {
    const on = start(done, `/newsletter/${page}/good`)
    const pressed = await screen.findByRole('button', { name: button })
    expect(on.asked.filter(({ path }) => path.startsWith('newsletter'))).toEqual([])
    expect(matchingRoute(appRoutes, location.pathname)?.noIndex).toBe(true)
    await userEvent.click(pressed)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  })

  test('A link that is over says so, and leads on', async () => {
    start(done, '/newsletter/confirm/old')
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm my subscription' }))
    expect(await screen.findByText(/This link is no longer valid: it lasts 7 days/)).toBeTruthy()
    expect(await field()).toBeTruthy()
  })

  test('Without a signal nothing is claimed, and the button stays', async () => {
    start(nothing, '/newsletter/unsubscribe/good', { saysOnline: () => false })
    await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
    expect(
      await screen.findByText(/You are offline: this needs a signal\. Nothing has changed yet/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeTruthy()
  })
})
