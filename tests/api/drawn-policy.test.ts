import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headers as names } from '#contract/http.ts'
import { type PublicPath, publicPages } from '#contract/pages.ts'
import type { TestServer } from '../support/api.ts'
import { newCar, sellers } from '../support/cars.ts'
import { foundServer } from '../support/found.ts'
import { furnish } from '../support/motorkin.ts'

/** An existing address of each public page. */
const there: Record<PublicPath, string> = {
  '/': '/',
  '/listings': '/listings?types=SUV',
  '/listing/:slug': '/listing/car-1',
  '/dealers': '/dealers',
  '/dealer/:id': `/dealer/${sellers[0]}`,
  '/blog': '/blog',
  '/blog/:slug': '/blog/brakes',
}

let server: TestServer
beforeAll(async () => {
  server = await foundServer({
    // A drawn screen may contain styles of its own, and text that looks like script.
    draw: async ({ address, at, origin, settings }) => ({
      html: `<main style="width:${address.length}px"><p style="color:red">&lt;script&gt;${address}</p></main>`,
      head: { title: 'Drawn' },
      view: { at, origin, settings, reads: [{ key: ['x'], value: '</script><script>x()', asOf: at }] },
    }),
    seed: async ({ db }) => {
      await furnish(db, [newCar(1, { creator: sellers[0] })])
      await db.run({ text: `update users set kind = 'dealer' where id = $1`, values: [sellers[0]] })
      await db.run({
        text: `insert into blogs (id, slug, title, description, excerpt, image, blur, search_tokens, published_at,
            created_at, updated_at)
          values ('blog', 'brakes', 'Brakes', '<p>Look.</p>', 'Look.', '', '', '{}', '2026-01-01', '2026-01-01', '2026-01-01')`,
      })
    },
  })
})
afterAll(() => server.close())

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** Returns the texts of the inline elements that the policy checks. */
const inline = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}([^>]*)>([^]*?)</${name}>`, 'g'))]
    .filter(([, attributes = '']) => !/type="application\/(ld\+)?json"|src=/.test(attributes))
    .map(([, , text = '']) => text)

test.each(publicPages.map(({ path }) => path))(
  'The policy of %s allows its own script and styles, and no other',
  async (path) => {
    const { statusCode, headers, body } = await server.app.inject({
      url: there[path],
      headers: { accept: 'text/html' },
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain(`&lt;script&gt;${there[path]}`)
    expect(headers).toHaveProperty(names.firstView)
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((line) => line.trim().split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    )
    const [scripts, styles] = [inline(body, 'script'), inline(body, 'style')]
    expect([scripts.length, styles.length]).toEqual([1, 1])
    expect(policy.get('script-src')).toEqual(["'self'", ...scripts.map(hashOf)])
    expect(policy.get('style-src')).toEqual(["'self'", ...styles.map(hashOf)])
    for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'frame-src'])
      expect([name, policy.get(name)]).toEqual([name, ["'none'"]])
    for (const name of ['default-src', 'connect-src', 'worker-src', 'font-src'])
      expect([name, policy.get(name)]).toEqual([name, ["'self'"]])
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|nonce|\*(?!\.payfast)/)
    // The page has no inline styles and handlers, because no hash in the policy can allow them.
    expect(body).not.toMatch(/<[a-z]+\b[^>]* (?:style|on\w+)=/)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test('A drawn page changes no process of the browser; every other page does', async () => {
  const policyOf = async (url: string) => {
    const { statusCode, headers } = await server.app.inject({ url, headers: { accept: 'text/html' } })
    // A browser chooses the agent cluster once for all pages of an origin, so no page may differ.
    expect([url, headers['origin-agent-cluster']]).toEqual([url, undefined])
    return [url, statusCode, headers['cross-origin-opener-policy']]
  }
  for (const path of Object.values(there)) expect(await policyOf(path)).toEqual([path, 200, undefined])
  for (const path of ['/login', '/account', '/admin', '/chat'])
    expect(await policyOf(path)).toEqual([path, 200, 'same-origin'])
})
