import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { timings } from '#contract/limits.ts'
import { ErrorAlertHost, useErrorAlert } from '#ui/layer/error-alert.tsx'
import { type Notice, useNotify } from '#ui/layer/snackbar.tsx'
import { SnackbarHost } from '#ui/layer/snackbar-host.tsx'

function Speaker({ notice }: { notice: Notice }) {
  const notify = useNotify()
  return (
    <button type="button" onClick={() => notify(notice)}>
      Speak
    </button>
  )
}
const show = (notice: Notice) =>
  render(
    <SnackbarHost times={{ success: timings.snackbarSuccess, error: timings.snackbarError }}>
      <Speaker notice={notice} />
    </SnackbarHost>,
  )
const speak = (notice: Notice) => {
  show(notice)
  fireEvent.click(screen.getByText('Speak'))
}
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('The snackbar', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('A success is announced politely in an existing region, and an error at once [R-NAV-41]', () => {
    const { container } = show({ severity: 'success', message: 'Saved' })
    const region = container.querySelector('[aria-live=polite]')
    expect(region?.textContent).toBe('')
    fireEvent.click(screen.getByText('Speak'))
    expect(screen.getByText('Saved').closest('[aria-live]')).toBe(region)
    expect(screen.queryByRole('alert')).toBeNull()
    document.body.replaceChildren()
    speak({ severity: 'error', message: 'Not saved', title: 'Error' })
    expect(screen.getByRole('alert').textContent).toContain('Error: Not saved')
  })

  test('A success leaves after 4 seconds, an error after 6 [R-NAV-42 R-CONST-09]', () => {
    expect(timings).toMatchObject({ snackbarSuccess: 4000, snackbarError: 6000 })
    speak({ severity: 'success', message: 'Saved' })
    pass(3999)
    expect(screen.queryByText('Saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
    document.body.replaceChildren()
    speak({ severity: 'error', message: 'Not saved' })
    pass(5999)
    expect(screen.queryByText('Not saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Not saved')).toBeNull()
  })

  test('It can be removed by hand [R-NAV-43]', () => {
    speak({ severity: 'error', message: 'Not saved' })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Not saved')).toBeNull()
  })

  test('It stays while somebody reads it with the pointer on it', () => {
    speak({ severity: 'success', message: 'Saved' })
    fireEvent.pointerEnter(screen.getByText('Saved'))
    pass(60_000)
    expect(screen.queryByText('Saved')).toBeTruthy()
    fireEvent.pointerLeave(screen.getByText('Saved'))
    pass(timings.snackbarSuccess)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('A sticky notice waits for its action and then leaves', () => {
    const run = vi.fn<() => void>()
    speak({ severity: 'info', message: 'Ready', sticky: true, action: { label: 'Reload', run } })
    pass(600_000)
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByText('Ready')).toBeNull()
  })

  test('A notice moves into an open dialog, stays tappable there and outlives it', async () => {
    vi.useRealTimers()
    const sheet = document.createElement('dialog')
    document.body.append(sheet)
    speak({ severity: 'info', message: 'A new version is ready', sticky: true })
    expect(sheet.contains(screen.getByText('A new version is ready'))).toBe(false)
    sheet.setAttribute('open', '')
    await waitFor(() => expect(sheet.contains(screen.getByText('A new version is ready'))).toBe(true))
    sheet.removeAttribute('open')
    await waitFor(() => expect(sheet.contains(screen.getByText('A new version is ready'))).toBe(false))
    sheet.setAttribute('open', '')
    await waitFor(() => expect(sheet.contains(screen.getByText('A new version is ready'))).toBe(true))
    sheet.remove()
    await waitFor(() => expect(screen.getByText('A new version is ready')).toBeTruthy())
  })

  test('The same words twice show only one notice', () => {
    speak({ severity: 'success', message: 'Saved' })
    fireEvent.click(screen.getByText('Speak'))
    expect(screen.getAllByText('Saved')).toHaveLength(1)
  })

  test('Two deletions told in the same words can both be undone', () => {
    const undone: string[] = []
    function Deleting() {
      const notify = useNotify()
      return ['first', 'second'].map((name) => (
        <button
          key={name}
          type="button"
          onClick={() =>
            notify({
              severity: 'info',
              message: 'Draft deleted.',
              action: { label: 'Undo', run: () => void undone.push(name) },
            })
          }
        >
          {name}
        </button>
      ))
    }
    render(
      <SnackbarHost times={{ success: 4000, error: 6000 }}>
        <Deleting />
      </SnackbarHost>,
    )
    fireEvent.click(screen.getByText('first'))
    fireEvent.click(screen.getByText('second'))
    for (const undo of screen.getAllByText('Undo')) fireEvent.click(undo)
    expect(undone).toEqual(['first', 'second'])
  })
})

describe('The alert for what the server refused', () => {
  const words = { Send: 'This car is no longer listed.', Publish: 'Your plan has no room for it.' }
  function Refused() {
    const show = useErrorAlert()
    return Object.entries(words).map(([action, message]) => (
      <button key={action} type="button" onClick={() => show(message)}>
        {action}
      </button>
    ))
  }
  test("It is titled Error, shows the server's words and closes [R-ERR-04]", async () => {
    render(
      <ErrorAlertHost>
        <Refused />
      </ErrorAlertHost>,
    )
    fireEvent.click(screen.getByText('Send'))
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(alert.hasAttribute('open')).toBe(true)
    expect(alert.textContent).toContain('This car is no longer listed.')
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(alert.hasAttribute('open')).toBe(false))
  })

  test('Two errors are read one after the other, and the same twice only once', async () => {
    render(
      <ErrorAlertHost>
        <Refused />
      </ErrorAlertHost>,
    )
    for (const action of ['Send', 'Publish', 'Send']) fireEvent.click(screen.getByText(action))
    const first = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(first.textContent).toContain(words.Send)
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    // A new alert element, because screen readers read only new alerts.
    const second = await waitFor(() => {
      const alert = screen.getByRole<HTMLDialogElement>('alertdialog', { name: 'Error' })
      expect(alert.textContent).toContain(words.Publish)
      return alert
    })
    expect([second === first, second.open]).toEqual([false, true])
    act(() => void second.dispatchEvent(new Event('cancel', { cancelable: true })))
    await waitFor(() => expect(second.open).toBe(false))
    fireEvent.click(screen.getByText('Send'))
    expect((await screen.findByRole('alertdialog', { name: 'Error' })).textContent).toContain(words.Send)
  })
})
