import { describe, expect, test } from 'vitest'
import {
  countKey,
  createSession,
  readFavourites,
  readToken,
  type SessionState,
  writeFavourites,
} from '../../../src/local/session/session.ts'
import { storage, tokenFor } from './page.ts'

const start = 1_760_000_000_000
function setUp(now = () => start) {
  const lasting = storage()
  const tab = storage()
  const changes: SessionState[] = []
  const open = () => createSession({ lasting, tab, now, changed: (s) => changes.push(s) })
  return { lasting, tab, changes, open }
}

test('The user is decoded from the token under its documented key [R-ENT-24 R-CONST-22]', () => {
  const { lasting, open } = setUp()
  lasting.setItem('authentication-token', tokenFor('u1', start + 1000, { fullname: 'Ada Löve' }))
  expect(open().state()).toMatchObject({
    user: { id: 'u1', fullname: 'Ada Löve' },
    remembered: true,
    account: 'u1',
  })
})

test('An expired token is removed, but the data of its owner stays open [R-ENT-25]', () => {
  let now = start
  const { lasting, open, changes } = setUp(() => now)
  const session = open()
  session.signIn(tokenFor('u1', start + 1000), true)
  now += 1000
  session.refresh()
  expect(lasting.getItem('authentication-token')).toBeNull()
  expect(session.state()).toMatchObject({ user: undefined, token: undefined, account: 'u1' })
  expect(changes.length).toBe(2)
  expect(open().state()).toMatchObject({ user: undefined, account: 'u1' })
})

test('A token that is no token signs nobody in and is removed', () => {
  const { lasting, open } = setUp()
  for (const bad of ['', 'x', 'a.b.c', `a.${btoa('null')}.c`, `a.${btoa('{"sub":7}')}.c`]) {
    lasting.setItem('authentication-token', bad)
    expect(open().state().user).toBeUndefined()
    expect(lasting.getItem('authentication-token')).toBeNull()
    expect(readToken(bad)).toBeUndefined()
  }
})

describe('Signing in', () => {
  test('remembered outlives the tab, else it does not [R-AUTH-03]', () => {
    const { lasting, tab, open } = setUp()
    const token = tokenFor('u1', start + 1000)
    open().signIn(token, true)
    expect([lasting.getItem('authentication-token'), tab.getItem('authentication-token')]).toEqual([
      token,
      null,
    ])
    const session = open()
    session.signIn(token, false)
    expect([lasting.getItem('authentication-token'), tab.getItem('authentication-token')]).toEqual([
      null,
      token,
    ])
    expect(session.state()).toMatchObject({ user: { id: 'u1' }, remembered: false })
  })
  test('works where the browser forbids storage', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const lasting = { getItem: () => null, setItem: forbidden, removeItem: () => undefined }
    const session = createSession({ lasting, tab: undefined, now: () => start, changed: () => undefined })
    expect(session.signIn(tokenFor('u1', start + 1000), true)).toMatchObject({ user: { id: 'u1' } })
  })
})

test('Signing out clears the token and closes the data of its owner [R-STATE-03]', () => {
  const { lasting, open } = setUp()
  const session = open()
  session.signIn(tokenFor('u1', start + 1000), true)
  session.signOut()
  expect(session.state()).toEqual({
    user: undefined,
    token: undefined,
    remembered: false,
    account: undefined,
  })
  // The number of sign-ins and sign-outs identifies nobody.
  expect(lasting.all()).toEqual({ [countKey]: '2' })
})

test('A refused token is dropped, a newer one stays', () => {
  const { open } = setUp()
  const session = open()
  const old = tokenFor('u1', start + 1000)
  session.signIn(old, true)
  session.signIn(tokenFor('u1', start + 2000), true)
  session.drop(old)
  expect(session.state().user?.id).toBe('u1')
  session.drop(session.state().token ?? '')
  expect(session.state()).toMatchObject({ user: undefined, account: 'u1' })
})

test('A refused token does not remove a newer one from another tab', () => {
  const lasting = storage()
  const session = createSession({ lasting, tab: storage(), now: () => start, changed: () => undefined })
  const old = tokenFor('u1', start + 1000)
  session.signIn(old, true)
  const newer = tokenFor('u1', start + 2000)
  lasting.setItem('authentication-token', newer)
  session.drop(old)
  expect(session.state()).toMatchObject({ token: newer, user: { id: 'u1' } })
})

test('A login that only this page knows is not called one that outlives it', () => {
  const tab = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const session = createSession({ lasting: storage(), tab, now: () => start, changed: () => undefined })
  expect(session.signIn(tokenFor('u1', start + 1000), false)).toMatchObject({
    user: { id: 'u1' },
    remembered: false,
  })
})

test('Another tab that signs in is noticed', () => {
  const { open, changes } = setUp()
  const [one, two] = [open(), open()]
  one.signIn(tokenFor('u2', start + 1000), true)
  expect(two.refresh().user?.id).toBe('u2')
  expect(changes.length).toBe(2)
})

describe('The mirror of the favourites [R-ENT-26]', () => {
  test('keeps their ids under the documented key', () => {
    const lasting = storage()
    writeFavourites(lasting, ['a', 'b'])
    expect(lasting.getItem('favourites')).toBe('["a","b"]')
    expect(readFavourites(lasting)).toEqual(['a', 'b'])
    writeFavourites(lasting, [])
    expect(lasting.getItem('favourites')).toBeNull()
  })
  test('takes nonsense for nothing', () => {
    const lasting = storage()
    for (const text of ['{', '7', '{"a":1}', '[1,"b"]']) {
      lasting.setItem('favourites', text)
      expect(readFavourites(lasting)).toEqual(text === '[1,"b"]' ? ['b'] : [])
    }
  })
})
