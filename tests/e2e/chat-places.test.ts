import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { laptop, openShared, until } from '../support/browser.ts'
import { emails } from '../support/people.ts'
import { lookInside } from '../support/phone/inside.ts'
import { signInQuickly } from '../support/phone/scene.ts'
import { distDir, startServer } from '../support/server.ts'

const assets = join(distDir, 'app/assets')
/** The files that only phones of sites with Firestore need. */
const ofFirestore = readdirSync(assets).filter((name) => /^firestore--.*\.js$/.test(name))

test('The app neither loads nor caches Firestore when the server stores the chats [R-EXT-03]', async () => {
  expect(ofFirestore.length).toBeGreaterThan(0)
  // Only these files contain Firebase.
  const others = readdirSync(assets).filter((name) => name.endsWith('.js') && !ofFirestore.includes(name))
  const holds = (name: string) => readFileSync(join(assets, name), 'utf8').includes('identitytoolkit')
  expect([ofFirestore.some(holds), others.filter(holds)]).toEqual([true, []])
  const shell = readdirSync(assets).find((name) => /^shell-.*\.json$/.test(name)) ?? ''
  expect(readFileSync(join(assets, shell), 'utf8')).not.toContain('firestore--')

  const server = await startServer()
  const browser = await openShared()
  const context = await browser.phone({ viewport: laptop })
  const asked: string[] = []
  context.on('request', (request) => void asked.push(request.url()))
  const page = await context.newPage()
  await lookInside(context)
  await signInQuickly(page, server.origin, emails.seller)
  await page.goto(`${server.origin}/chat`)
  await until('the chats are asked for', () => asked.some((url) => url.endsWith('/chat/events')))
  expect(asked.filter((url) => url.includes('firestore') || url.includes('googleapis'))).toEqual([])
  expect(asked.some((url) => url.includes('/assets/open-chat-'))).toBe(true)
  await browser.close()
  await server.stop()
})
