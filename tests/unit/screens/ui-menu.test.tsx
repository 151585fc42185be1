import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Menu, type MenuEnd, MenuItem } from '#ui/layer/menu.tsx'

const button = () => screen.getByRole('button', { name: 'More' })
const open = () => screen.queryByRole('menu') !== null
const focused = () => document.activeElement?.textContent
const press = (keys: string) => userEvent.keyboard(keys)

function openCard(startsAt?: MenuEnd) {
  const chosen = vi.fn<(what: string) => void>()
  render(
    <>
      <Menu
        button={(control) => (
          <button type="button" aria-label="More" {...control}>
            …
          </button>
        )}
        className=""
        {...(startsAt && { startsAt })}
      >
        <p>ada@example.com</p>
        <MenuItem className="" href="#profile">
          Profile
        </MenuItem>
        <MenuItem
          className=""
          onChoose={() => chosen(`chat, ${document.activeElement?.getAttribute('aria-label')}`)}
        >
          Chat
        </MenuItem>
        <MenuItem className="" onChoose={() => chosen('post')}>
          Post Ad
        </MenuItem>
      </Menu>
      <a href="#next">Next</a>
    </>,
  )
  return chosen
}

describe('A menu', () => {
  test('is announced by its button, which names it', async () => {
    openCard()
    expect(button().getAttribute('aria-haspopup')).toBe('menu')
    expect(button().getAttribute('aria-expanded')).toBe('false')
    expect(button().hasAttribute('aria-controls')).toBe(false)
    await userEvent.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('menu', { name: 'More' }).id).toBe(button().getAttribute('aria-controls'))
    for (const item of screen.getAllByRole('menuitem')) expect(item.className).toContain('min-h-11')
  })

  test.each([
    ['{Enter}', 'Profile'],
    [' ', 'Profile'],
    ['{ArrowDown}', 'Profile'],
    ['{ArrowUp}', 'Post Ad'],
  ])('opens by the key "%s", with the focus on %s', async (key, item) => {
    openCard()
    button().focus()
    await press(key)
    expect(focused()).toBe(item)
  })

  test.each(['first', 'last'] as const)('opens at once on its %s item where its code came late', (end) => {
    openCard(end)
    expect(focused()).toBe(end === 'first' ? 'Profile' : 'Post Ad')
  })

  test.each([
    ['first', '{ArrowDown}', 'Chat'],
    ['first', '{ArrowUp}', 'Post Ad'],
    ['last', '{ArrowDown}', 'Profile'],
    ['first', '{End}', 'Post Ad'],
    ['last', '{Home}', 'Profile'],
    ['first', 'p', 'Post Ad'],
    ['last', 'P', 'Profile'],
    ['first', 'c', 'Chat'],
    ['last', 'c', 'Chat'],
    ['first', 'x', 'Profile'],
    ['first', '{Control>}p{/Control}', 'Profile'],
  ] as const)('walks from its %s item by "%s" to %s', async (end, key, item) => {
    openCard(end)
    await press(key)
    expect(focused()).toBe(item)
  })

  test.each([
    ['{ArrowDown}', 'Profile'],
    ['{ArrowUp}', 'Post Ad'],
  ])('is entered by "%s" from what is no item of it, at %s', async (key, item) => {
    openCard('first')
    screen.getByRole('menu').focus()
    await press(key)
    expect(focused()).toBe(item)
  })

  test('closes by Escape and gives the focus back', async () => {
    openCard('first')
    await press('{Escape}')
    expect([open(), document.activeElement]).toEqual([false, button()])
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })

  test('closes by Tab, which goes on from its button', async () => {
    openCard('last')
    await userEvent.tab()
    expect([open(), focused()]).toEqual([false, 'Next'])
    await userEvent.click(button())
    await userEvent.tab({ shift: true })
    expect(open()).toBe(false)
  })

  test('closes by a press elsewhere, and by the focus leaving it', async () => {
    openCard('first')
    fireEvent.pointerDown(screen.getByText('ada@example.com'))
    expect(open()).toBe(true)
    fireEvent.pointerDown(document.body)
    expect(open()).toBe(false)
    await userEvent.click(button())
    fireEvent.focusIn(screen.getByRole('link', { name: 'Next' }))
    expect(open()).toBe(false)
  })

  test('closes by a second press of its button, which keeps the focus', async () => {
    openCard()
    await userEvent.click(button())
    await userEvent.click(button())
    expect([open(), document.activeElement]).toEqual([false, button()])
  })

  test('closes when a choice has acted, and gives the focus back to its button', async () => {
    const chosen = openCard('first')
    await userEvent.click(screen.getByText('ada@example.com'))
    expect(open()).toBe(true)
    await userEvent.click(screen.getByRole('menuitem', { name: 'Chat' }))
    expect(chosen.mock.calls).toEqual([['chat, null']])
    expect(open()).toBe(false)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More')
  })

  test.each(['{Enter}', ' '])('follows a link by the key "%s", and closes', async (key) => {
    openCard('first')
    location.hash = ''
    await press(key)
    expect([location.hash, open()]).toEqual(['#profile', false])
  })
})
