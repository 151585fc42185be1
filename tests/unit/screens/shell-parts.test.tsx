import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp, samplePerson } from '../../support/shell.tsx'

// As with a server that is gone: the code of these parts does not come.
vi.mock('../../../src/app/shell/drawer.tsx', () => {
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
    expect(await screen.findByText(/The menu could not be loaded/, {}, { timeout: 8000 })).toBeTruthy()
    expect(screen.getByRole('banner').contains(button)).toBe(true)
    expect(screen.getByRole('main').textContent).not.toContain('This page stalled')
  },
)
