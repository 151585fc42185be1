import { render } from '@testing-library/react'
import { App } from '../../src/app/app.tsx'
import { loadNotFound, appRoutes } from '../../src/app/routes.ts'
import { lazyScreens } from '../../src/app/screen-view.tsx'
import { stage, type Server } from './stage.tsx'

/** Site settings of a server, different from all defaults of the app. */
export const sampleSettings = {
  name: 'Autokin',
  tagline: 'wheels with wit',
  market: 'mixed',
  address: '7 Test Road, Durban',
  email: 'ask@autokin.test',
  phone: '+27 31 555 0100',
  social: [{ name: 'Facebook', url: 'https://facebook.example/autokin' }],
  stores: { android: 'https://play.example/autokin', ios: 'https://apps.example/autokin' },
  demo: false,
}

/** Server that only has the site settings. */
export const settingsServer: Server = ({ path }) =>
  path === 'common/get-site-settings'
    ? { body: { success: true, msg: 'Success', data: sampleSettings } }
    : undefined

export interface Person {
  id: string
  fullname: string
  email: string
  avatarurl: string
  is_subscriber: boolean
  role: 'user' | 'admin'
}
export const samplePerson: Person = {
  id: 'user-1',
  fullname: 'Thandi Mokoena',
  email: 'thandi@example.com',
  avatarurl: '',
  is_subscriber: false,
  role: 'user',
}

const base64 = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
/** Returns a token in the server's format; the phone reads the claims and does not check the signature. */
export function tokenOf(person: Person): string {
  const { id, ...user } = person
  const exp = Math.floor(Date.now() / 1000) + 3600
  return `${base64({ alg: 'HS256' })}.${base64({ sub: id, exp, user: { id, ...user } })}.x`
}

interface Options {
  server?: Server
  person?: Person
  /** Content of the phone's storage before the start. */
  remembers?: Record<string, string>
}

/** Opens the whole app at a path. */
export function openApp(address: string, { server = settingsServer, person, remembers = {} }: Options = {}) {
  window.history.replaceState(null, '', address)
  const held = new Map(Object.entries(remembers))
  if (person) held.set('authentication-token', tokenOf(person))
  const on = stage(server, {
    localStorage: {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    },
  })
  const view = render(<App local={on.local} screens={lazyScreens(appRoutes, loadNotFound)} />)
  return { ...on, ...view, held }
}
