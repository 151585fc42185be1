import { z } from 'zod/mini'
import { accountRoutes } from '#contract/users/account.ts'
import { refreshCookie, sessionRoutes } from '#contract/users/sessions.ts'
import { userRoutes } from '#contract/users/users.ts'
import { writeAccountEmails } from '../../server/users/recovery/account-emails.ts'
import { type TestServer, type TestServerOptions, testServer } from './api.ts'
import { world } from './cars.ts'
import { furnish } from './motorkin.ts'

/** Helpers for people with accounts: sign-up, e-mails, and browsers with cookies. */

export const password = 'correct horse'
export const town = {
  province: world.provinces[0]?.state_name ?? '',
  city: world.cities[0]?.city_name ?? '',
}
export const formOf = (email: string, over: object = {}) => ({
  fullname: 'Thandi Nkosi',
  email,
  password,
  ...town,
  gsm: '821234567',
  terms: true as const,
  ...over,
})

const emailRow = z.object({
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
})
export type TestEmail = z.output<typeof emailRow>

export interface Browser {
  /** Value of the session cookie. */
  cookie: string | undefined
  /** The `set-cookie` header of the last response. */
  setCookie: string
  headers: () => Record<string, string>
  signIn: (email: string, secret?: string, o?: { remember?: boolean }) => ReturnType<TestServer['call']>
  refresh: (cookie?: string) => Promise<{ status: number; token: string; code: string }>
  token: string
}

export interface AccountsServer extends TestServer {
  signUp: (email: string, over?: object) => ReturnType<TestServer['call']>
  /** Writes the requested e-mails; returns those to one address, oldest first. */
  mails: (to: string) => Promise<TestEmail[]>
  /** Returns the secret of the newest e-mail to an address that links to a page. */
  secret: (to: string, page: '/user/verify/' | '/reset-password/') => Promise<string>
  /** Signs a person up and verifies them; returns their id. */
  member: (email: string) => Promise<string>
  browser: (device?: string, headers?: Record<string, string>) => Browser
}

let devices = 0

export async function accountsServer(o: TestServerOptions = {}): Promise<AccountsServer> {
  const server = await testServer({ seed: async ({ db }) => void (await furnish(db)), ...o })
  const { db, deps, call } = server

  const mails = async (to: string): Promise<TestEmail[]> => {
    await writeAccountEmails(deps)
    // Later e-mails get a later time.
    server.clock.advance(1000)
    const text = `select recipient, subject, body_text, body_html from mail_outbox
      where lower(recipient) = lower($1) order by created_at, id`
    return db.rows(emailRow, { text, values: [to] })
  }
  const secret = async (to: string, page: string): Promise<string> => {
    const bodies = (await mails(to)).map((l) => l.body_text).join('\n')
    return [...bodies.matchAll(new RegExp(`${page}([\\w-]+)`, 'g'))].at(-1)?.[1] ?? ''
  }
  const signUp = (email: string, over: object = {}) =>
    call(accountRoutes.signUp, { body: formOf(email, over) })
  const member = async (email: string): Promise<string> => {
    const answer = await signUp(email)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
    await call(accountRoutes.verifyUser, { params: { id: await secret(email, '/user/verify/') } })
    const row = await db.row(z.object({ id: z.string() }), {
      text: 'select id from users where email_key = lower($1)',
      values: [email],
    })
    return row?.id ?? ''
  }

  const browser = (
    device = `device-${(devices += 1)}-of-the-tests`,
    more: Record<string, string> = {},
  ): Browser => {
    const read = (headers: Record<string, string | string[] | number | undefined>) => {
      self.setCookie = String(headers['set-cookie'] ?? '')
      if (self.setCookie === '') return
      const value = new RegExp(`^${refreshCookie.name}=([^;]*)`).exec(self.setCookie)?.[1]
      self.cookie = value === '' ? undefined : value
    }
    const self: Browser = {
      cookie: undefined,
      setCookie: '',
      token: '',
      headers: () => ({
        'x-device': device,
        ...more,
        ...(self.cookie !== undefined && { cookie: `${refreshCookie.name}=${self.cookie}` }),
      }),
      signIn: async (email, secretWord = password, { remember } = {}) => {
        const body = { email, password: secretWord, ...(remember !== undefined && { remember }) }
        const answer = await call(userRoutes.userLogin, { body, headers: self.headers() })
        read(answer.headers)
        if (answer.status === 200) self.token = answer.reply.token
        return answer
      },
      refresh: async (cookie = self.cookie) => {
        const headers = self.headers()
        delete headers['cookie']
        if (cookie !== undefined) headers['cookie'] = `other=1; ${refreshCookie.name}=${cookie}`
        const answer = await call(sessionRoutes.refreshSession, { body: {}, headers })
        read(answer.headers)
        if (answer.status !== 200) return { status: answer.status, token: '', code: answer.error.code }
        self.token = answer.reply.token
        return { status: 200, token: answer.reply.token, code: '' }
      },
    }
    return self
  }
  return { ...server, signUp, mails, secret, member, browser }
}
