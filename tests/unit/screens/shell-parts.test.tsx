import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { useLogout } from '../../../src/app/shell/shell.tsx'
import { ErrorBoundary } from '../../../src/app/app-frame.tsx'
import { lazyScreens } from '../../../src/app/screen-view.tsx'
import { openApp, samplePerson, settingsServer } from '../../support/shell.tsx'
import { OnStage, stage } from '../../support/stage.tsx'

// The server is gone: the code of these parts does not load.
vi.mock('../../../src/app/shell/drawer.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../../src/app/account/sign-out.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../../src/app/account/account-menu.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test.each(['Menu', samplePerson.fullname])(
  'A menu whose code does not come says so, and the page stands: %s [R-PWA-33]',
  async (name) => {
    openApp('/terms', { person: samplePerson })
    const button = await screen.findByRole('button', { name })
    fireEvent.click(button)
    expect(await screen.findByText(/The menu could not be loaded/, {}, { timeout: 15_000 })).toBeTruthy()
    expect(screen.getByRole('banner').contains(button)).toBe(true)
    expect(screen.getByRole('main').textContent).not.toContain('This page stalled')
  },
)

test.each([
  ['is over', () => Promise.resolve()],
  [
    'is over too where the store does not let go',
    () => Promise.reject(new DOMException('Blocked.', 'UnknownError')),
  ],
])(
  'A login %s when its questions fail to load, and nothing is deleted [R-PWA-33 R-STATE-04]',
  async (_, end) => {
    const signOut = vi.fn<() => Promise<void>>(end)
    const { local } = stage(settingsServer)
    const on = renderHook(() => useLogout(), {
      wrapper: ({ children }) => (
        <OnStage local={{ ...local, account: { ...local.account, signOut } }}>{children}</OnStage>
      ),
    })
    act(() => on.result.current.logout())
    expect(await screen.findByText('You are logged out. What waits stays on this phone.')).toBeTruthy()
    expect(signOut).toHaveBeenCalledExactlyOnceWith({ keep: true })
  },
)

test('A screen whose code failed to load is requested again when a person returns [R-PWA-33]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let reachable = false
  const tries = vi.fn<() => Promise<() => string>>(async () => {
    if (!reachable) throw new TypeError('Failed to fetch dynamically imported module')
    return () => 'The screen'
  })
  const Screen =
    lazyScreens([{ path: '/x', title: 'X', who: 'everybody', load: tries }], tries).byPath.get('/x') ??
    (() => 'none')
  const page = (path: string) => (
    <ErrorBoundary resetKey={path}>
      <Suspense>{path === '/x' ? <Screen /> : 'Elsewhere'}</Suspense>
    </ErrorBoundary>
  )
  const on = render(page('/x'))
  expect(await screen.findByText('This page stalled')).toBeTruthy()
  expect(tries).toHaveBeenCalledTimes(1)
  reachable = true
  await act(() => vi.advanceTimersByTimeAsync(1000))
  on.rerender(page('/y'))
  on.rerender(page('/x'))
  expect(await screen.findByText('The screen')).toBeTruthy()
  vi.useRealTimers()
})
