import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { entryOf, openPretend } from '../../support/pretend.tsx'
import { samplePerson } from '../../support/shell.tsx'

type Options = NonNullable<Parameters<typeof openPretend>[1]>
const items = (count: number) => Array.from({ length: count }, (_, i) => entryOf({ id: `item-${i}` }))

async function logout(o: Options = {}) {
  const on = openPretend('/outbox', { person: samplePerson, ...o })
  fireEvent.click(screen.getByRole('button', { name: samplePerson.fullname }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  return on
}
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))

describe('Logging out', () => {
  test.each([
    [1, '1 thing is not sent yet'],
    [3, '3 things are not sent yet'],
  ])('With %i unsent it asks first, with the exact count: %s [S37 R-STATE-04]', async (count, words) => {
    const on = await logout({ outbox: [...items(count), entryOf({ id: 'sent', state: 'done' })] })
    const asked = await question(words)
    for (const name of ['Send now', 'Keep on this phone', 'Delete'])
      expect(asked.getByRole('button', { name })).toBeTruthy()
    expect(on.calls('signOut')).toEqual([])
  })

  test('Asked right after a start, it first reads what waits on this phone [S37 R-STATE-04]', async () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    const on = await logout({ opens: () => opened })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(on.calls('signOut')).toEqual([])
    on.change({ outbox: items(2) })
    open()
    expect(await question('2 things are not sent yet')).toBeTruthy()
    expect(on.calls('signOut')).toEqual([])
  })

  test('What this phone cannot read is not deleted by a logout [R-STATE-04]', async () => {
    const on = await logout({ opens: () => Promise.reject(new AppError('network')) })
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: true }]]))
    expect(await screen.findByText(/What waits stays on this phone/)).toBeTruthy()
  })

  test('Keep leaves everything on this phone for the next sign-in [S37]', async () => {
    const on = await logout({ outbox: items(3) })
    const asked = await question('3 things are not sent yet')
    fireEvent.click(asked.getByRole('button', { name: 'Keep on this phone' }))
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: true }]]))
    expect(await screen.findByText(/What waits stays on this phone/)).toBeTruthy()
  })

  test('Delete takes all of it off this phone, without a second question [S37 I20 R-PWA-36]', async () => {
    const on = await logout({ outbox: items(3) })
    const asked = await question('3 things are not sent yet')
    const button = asked.getByRole('button', { name: 'Delete' })
    expect(button.className).toContain('bg-danger')
    fireEvent.click(button)
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: false }]]))
    expect(await screen.findByText(/Nothing of yours is left on this phone/)).toBeTruthy()
  })

  test('Send now sends, and logs out once nothing waits any more [S37]', async () => {
    const on = await logout({ outbox: items(2) })
    fireEvent.click((await question('2 things are not sent yet')).getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(on.calls('kick')).toContainEqual(['manual']))
    on.change({ outbox: items(1) })
    expect(await question('1 thing is not sent yet')).toBeTruthy()
    expect(on.calls('signOut')).toEqual([])
    on.change({ outbox: [] })
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: false }]]))
  })

  test('What cannot be sent now is said, and nobody is logged out over it [S37]', async () => {
    const on = await logout({ outbox: items(2) })
    const asked = await question('2 things are not sent yet')
    fireEvent.click(asked.getByRole('button', { name: 'Send now' }))
    expect(await asked.findByText('It could not all be sent now.')).toBeTruthy()
    expect(on.calls('signOut')).toEqual([])
  })

  test('Logging out removes the person’s data at once without unsent items or drafts [R-PWA-36 I20]', async () => {
    const on = await logout({ outbox: [entryOf({ state: 'done' })] })
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: false }]]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('While the data goes nothing is claimed about what waited [I12]', async () => {
    let end = () => {}
    const gone = new Promise<void>((resolve) => {
      end = resolve
    })
    const on = await logout({ outbox: items(2), signOut: () => gone })
    fireEvent.click((await question('2 things are not sent yet')).getByRole('button', { name: 'Delete' }))
    on.change({ outbox: [] })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.queryByText(/You are logged out/)).toBeNull()
    end()
    expect(await screen.findByText(/Nothing of yours is left on this phone/)).toBeTruthy()
  })

  test('Items sent while the question is open are reported, and leaving needs a tap [S37]', async () => {
    const on = await logout({ outbox: items(1) })
    await question('1 thing is not sent yet')
    on.change({ outbox: [] })
    const asked = await question('Everything is sent now')
    expect(on.calls('signOut')).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: false }]]))
  })

  test('What was sent while the question stood does not take the drafts along unnamed [R-PWA-36]', async () => {
    const on = await logout({ outbox: items(1), views: { drafts: 1 } })
    await question('1 thing is not sent yet')
    on.change({ outbox: [] })
    fireEvent.click((await question('Everything is sent now')).getByRole('button', { name: 'Logout' }))
    const asked = await question('Log out?')
    expect(asked.getByText('The draft on this phone is deleted too.')).toBeTruthy()
    expect(on.calls('signOut')).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: false }]]))
  })

  test('Drafts are spoken of before they go [R-PWA-36]', async () => {
    const on = await logout({ views: { drafts: 2 } })
    const asked = await question('Log out?')
    expect(asked.getByText('Drafts on this phone are deleted too.')).toBeTruthy()
    expect(on.calls('signOut')).toEqual([])
    fireEvent.click(asked.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(on.calls('signOut')).toEqual([[{ keep: false }]]))
  })

  test('A browser that does not delete is not said to have deleted [I12 I20]', async () => {
    await logout({ signOut: () => Promise.reject(new DOMException('Blocked.', 'UnknownError')) })
    expect(await screen.findByText(/did not let us delete what it keeps of you/)).toBeTruthy()
    expect(screen.queryByText(/Nothing of yours is left/)).toBeNull()
  })
})
