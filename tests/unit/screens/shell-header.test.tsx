import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { describeConnection } from '../../../src/app/status/connection-mark.tsx'
import { openPretend } from '../../support/pretend.tsx'
import { openApp, samplePerson, sampleSettings, settingsServer } from '../../support/shell.tsx'
import type { Server } from '../../support/stage.tsx'

const bar = () => within(screen.getByRole('banner'))
const openMenu = async () => {
  fireEvent.click(await bar().findByRole('button', { name: samplePerson.fullname }))
  return within(await screen.findByRole('menu', {}, { timeout: 15_000 }))
}

describe('The top bar', () => {
  test('A guest sees Login and Register, and no test drive button [R-NAV-30]', () => {
    openApp('/terms')
    expect(bar().getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(bar().getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
    expect(bar().queryByRole('link', { name: 'Book A Test Drive' })).toBeNull()
    // The links are large enough for a thumb at every width.
    for (const link of ['Login', 'Register'])
      expect(bar().getByRole('link', { name: link }).className).not.toMatch(/min-h-(?!1[12]\b)/)
  })

  test('A signed-in person sees a chat icon, their name and the test drive button [R-NAV-31 R-NAV-33]', () => {
    openApp('/terms', { person: samplePerson })
    expect(bar().getByRole('link', { name: 'Chat' })).toBeTruthy()
    expect(bar().getByRole('button', { name: samplePerson.fullname })).toBeTruthy()
    expect(bar().getByRole('link', { name: 'Book A Test Drive' }).getAttribute('href')).toBe(
      '/book-test-drive',
    )
    expect(bar().queryByRole('link', { name: 'Login' })).toBeNull()
  })

  test('The top bar shows people’s newest name, and initials for a missing picture [R-NAV-32]', async () => {
    const avatarurl = 'https://pictures.example/gone.webp'
    const on = openPretend('/terms', { person: { ...samplePerson, avatarurl } })
    const picture = bar().getByRole('button', { name: samplePerson.fullname }).querySelector('img')
    expect(picture?.getAttribute('src')).toBe(avatarurl)
    if (picture) fireEvent.error(picture)
    const now = {
      fields: { fullname: 'Lindiwe Khumalo' },
      version: 5,
      deleted: false,
      waiting: [],
      undecided: undefined,
    }
    on.change({ entities: new Map([[`profile:${samplePerson.id}`, now]]) })
    const button = await bar().findByRole('button', { name: 'Lindiwe Khumalo' })
    expect(button.querySelector('img')).toBeNull()
    expect(button.textContent).toContain('LK')
  })

  test('The account menu holds Profile, Chat, Post Ad and Logout, in that order [R-NAV-32]', async () => {
    openApp('/terms', { person: samplePerson })
    const menu = await openMenu()
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Profile',
      'Chat',
      'Post Ad',
      'Logout',
    ])
    expect(menu.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/profile')
    expect(menu.getByRole('menuitem', { name: 'Post Ad' }).getAttribute('href')).toBe('/post/ad')
  })

  test('Logout ends the session, forgets the token and says so', async () => {
    const { held } = openApp('/terms', { person: samplePerson })
    const menu = await openMenu()
    fireEvent.click(menu.getByRole('menuitem', { name: 'Logout' }))
    expect(await bar().findByRole('link', { name: 'Login' })).toBeTruthy()
    expect(held.get('authentication-token')).toBeUndefined()
    expect(await screen.findByText('You are logged out.', {}, { timeout: 15_000 })).toBeTruthy()
  })

  const chatLink = (name: string) => bar().findByRole('link', { name }, { timeout: 15_000 })
  const face = { _id: 'somebody', fullname: 'Somebody', avatarurl: '' }
  const chatsServer = (unread: boolean): Server => {
    const at = { updated_at: '2026-03-12T12:00:00.000Z', muted: false, blocked: false }
    const chat = { _id: 'a_b', sender: face, reciever: face, unread, ...at }
    return (asked) =>
      asked.path === 'chat/my-chat-list'
        ? { body: { success: true, msg: 'Success', data: [chat] } }
        : settingsServer(asked)
  }

  test('The chat icon shows a dot with unread messages, and logging out removes it [R-NAV-36]', async () => {
    openApp('/terms', { person: samplePerson, server: chatsServer(true) })
    const icon = await chatLink('Chat, new messages')
    expect(icon.querySelector('.bg-heart')).toBeTruthy()
    const menu = await openMenu()
    fireEvent.click(menu.getByRole('menuitem', { name: 'Logout' }))
    await bar().findByRole('link', { name: 'Login' })
    expect(bar().queryByRole('link', { name: /^Chat/ })).toBeNull()
    // A logout ends at Home; the test waits so that the redirect does not affect the next test.
    await screen.findByText('You are logged out.', {}, { timeout: 15_000 })
  })

  test('The icon has no dot when all is read, and guests trigger no request [R-NAV-36]', async () => {
    const { asked } = openApp('/terms', { person: samplePerson, server: chatsServer(false) })
    const calls = () => asked.filter(({ path }) => path === 'chat/my-chat-list').length
    await waitFor(() => expect(calls()).toBe(1))
    const icon = await chatLink('Chat')
    expect(icon.querySelector('.bg-heart')).toBeNull()
    cleanup()
    const guest = openApp('/terms', { server: chatsServer(true) })
    // The code that would make the call loads together with the footer.
    await screen.findByRole('contentinfo', {}, { timeout: 15_000 })
    await screen.findByText(sampleSettings.address)
    expect(guest.asked.filter(({ path }) => path.startsWith('chat/'))).toEqual([])
  })

  test('Chat leads a subscriber to the chat [R-NAV-34]', async () => {
    openApp('/terms', { person: { ...samplePerson, is_subscriber: true } })
    expect(bar().getByRole('link', { name: 'Chat' }).getAttribute('href')).toBe('/chat')
    expect((await openMenu()).getByRole('menuitem', { name: 'Chat' }).getAttribute('href')).toBe('/chat')
  })

  test('Chat leads anyone else to the plans [R-NAV-35]', async () => {
    openApp('/terms', { person: samplePerson })
    expect(bar().getByRole('link', { name: 'Chat' }).getAttribute('href')).toBe('/subscriptions')
    expect((await openMenu()).getByRole('menuitem', { name: 'Chat' }).getAttribute('href')).toBe(
      '/subscriptions',
    )
  })

  test.each([
    ['a guest to the login, and back to all of it', undefined, '/login?next=%2Fchat%3Fwith%3Dcar-1', 0],
    ['somebody without a plan to the plans', samplePerson, '/subscriptions', 0],
    ['a subscriber nowhere else', { ...samplePerson, is_subscriber: true }, '/chat?with=car-1', 1],
  ])('The address of the chat leads %s [R-ROLE-12]', async (_, person, to, chats) => {
    openApp('/chat?with=car-1', person && { person })
    await waitFor(() => expect(location.pathname + location.search).toBe(to), { timeout: 15_000 })
    await waitFor(() => expect(screen.queryAllByRole('heading', { name: 'Chat' })).toHaveLength(chats))
  })

  test('The main navigation has its five places in order, with their targets [R-NAV-37 R-NAV-38]', () => {
    openApp('/terms')
    const links = within(bar().getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Buy A Car', '/listings'],
      ['Sell A Car', '/post/ad'],
      ['News & Reviews', '/blog'],
      ['Insurance', '/insurance'],
    ])
  })

  test('A followed link shows it before its screen is drawn, and counts once', async () => {
    openApp('/terms')
    const link = await screen.findByRole('link', { name: 'Insurance' })
    const before = history.length
    fireEvent.click(link)
    fireEvent.click(link)
    expect([link.dataset['followed'], location.pathname]).toEqual(['', '/terms'])
    await waitFor(() => expect(location.pathname).toBe('/insurance'))
    expect(link.dataset['followed']).toBeUndefined()
    expect(history.length).toBe(before + 1)
  })

  test('On small screens the navigation is a drawer that closes after a link [R-NAV-39]', async () => {
    openApp('/terms')
    fireEvent.click(bar().getByRole('button', { name: 'Menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 15_000 })
    expect(drawer.hasAttribute('open')).toBe(true)
    const links = within(within(drawer).getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Home',
      'Buy A Car',
      'Sell A Car',
      'News & Reviews',
      'Insurance',
    ])
    fireEvent.click(within(drawer).getByRole('link', { name: 'Insurance' }))
    await waitFor(() => expect(location.pathname).toBe('/insurance'))
    expect(drawer.hasAttribute('open')).toBe(false)
  })

  test('The drawer leaves when somebody logs out of it, before anything is asked', async () => {
    openPretend('/terms', { person: samplePerson, views: { drafts: 1 } })
    fireEvent.click(bar().getByRole('button', { name: 'Menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 15_000 })
    fireEvent.click(within(drawer).getByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('alertdialog', { name: 'Log out?' })).toBeTruthy()
    expect(drawer.hasAttribute('open')).toBe(false)
  })

  test('The drawer closes by itself when the window grows beyond 1024 px [R-NAV-40]', async () => {
    window.happyDOM?.setViewport({ width: 1024 })
    openApp('/terms')
    fireEvent.click(bar().getByRole('button', { name: 'Menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 15_000 })
    window.happyDOM?.setViewport({ width: 1025 })
    await waitFor(() => expect(drawer.hasAttribute('open')).toBe(false))
  })

  test('The name and the tagline of the settings stand together [R-NAV-46]', async () => {
    openApp('/terms')
    expect(await bar().findByText(sampleSettings.tagline)).toBeTruthy()
    expect(
      bar().getByRole('link', { name: `${sampleSettings.name}, ${sampleSettings.tagline}` }),
    ).toBeTruthy()
  })

  test('The phone keeps five places at the thumb, and shows where one is', () => {
    openApp('/saved')
    const quick = within(screen.getByRole('navigation', { name: 'Quick' }))
    expect(quick.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Browse',
      'Saved',
      'Sell',
      'Chat',
      'You',
    ])
    expect(quick.getByRole('link', { current: 'page' }).textContent).toBe('Saved')
  })

  test('The header and the quick bar make room only on a car’s page', () => {
    const bars = () => [screen.getByRole('banner'), screen.getByRole('navigation', { name: 'Quick' })]
    const yielding = () => bars().map((each) => each.classList.contains('yields-to-pictures'))
    openApp('/listing/some-car')
    expect(yielding()).toEqual([true, true])
    cleanup()
    openApp('/listings')
    expect(yielding()).toEqual([false, false])
  })
})

describe('The footer', () => {
  test('It shows what the server set: address, e-mail, phone, social links and both stores [R-NAV-44 R-NAV-45]', async () => {
    openApp('/terms')
    const footer = within(await screen.findByRole('contentinfo', {}, { timeout: 15_000 }))
    expect(await footer.findByText(sampleSettings.address)).toBeTruthy()
    expect(footer.getByRole('link', { name: sampleSettings.email }).getAttribute('href')).toBe(
      'mailto:ask@autokin.test',
    )
    expect(footer.getByRole('link', { name: sampleSettings.phone }).getAttribute('href')).toBe(
      'tel:+27315550100',
    )
    expect(footer.getByRole('link', { name: 'Facebook' }).getAttribute('href')).toBe(
      sampleSettings.social[0]?.url,
    )
    expect(footer.getByRole('link', { name: 'Android app' }).getAttribute('href')).toBe(
      sampleSettings.stores.android,
    )
    expect(footer.getByRole('link', { name: 'iOS app' }).getAttribute('href')).toBe(sampleSettings.stores.ios)
  })
})

describe('The keyboard of a phone', () => {
  test('The page is marked while it is open, and not for a pinch', async () => {
    const size = { width: 390, height: 844, scale: 1 }
    const view = Object.assign(new EventTarget(), size)
    vi.stubGlobal('visualViewport', view)
    vi.stubGlobal('innerHeight', size.height)
    openApp('/terms')
    const become = (next: Partial<typeof size>) => {
      Object.assign(view, size, next)
      view.dispatchEvent(new Event('resize'))
      return 'keyboard' in document.documentElement.dataset
    }
    await waitFor(() => expect(become({ height: 480 })).toBe(true), { timeout: 15_000 })
    expect(become({})).toBe(false)
    expect(become({ height: 480, scale: 2 })).toBe(false)
    vi.unstubAllGlobals()
  })
})

describe('The state of the connection', () => {
  const now = Date.UTC(2026, 2, 12, 12)
  test('It is said in words, with the age of what is shown', () => {
    expect(describeConnection('online', now, now)).toBe('Online')
    expect(describeConnection('weak', undefined, now)).toBe('Weak signal')
    expect(describeConnection('offline', now - 3 * 3_600_000, now)).toBe('Offline · saved 3 h ago')
    // The hours are rounded down, as beside a price.
    expect(describeConnection('offline', now - 90 * 60_000, now)).toBe('Offline · saved 1 h ago')
  })

  test('Without answers from the server the tagline gives way to that news', async () => {
    openApp('/listings', { server: () => undefined })
    expect(await bar().findByText(/^(Weak signal|Offline)/, {}, { timeout: 15_000 })).toBeTruthy()
    expect(bar().queryByText('cars personified')).toBeNull()
  })

  test('With a server that answers there is no such news', async () => {
    openApp('/terms', { server: settingsServer })
    await bar().findByText(sampleSettings.tagline)
    expect(bar().queryByText(/Offline|Weak/)).toBeNull()
  })
})
