import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { expect, test, vi } from 'vitest'
import { firestoreClient } from '../../../server/chat/firestore/firestore-client.ts'
import { firestoreFieldsOf } from '../../../server/chat/firestore/values.ts'
import { readConfig } from '../../../server/kernel/config.ts'
import { chatHosts, firebaseOf } from '../../../server/kernel/firebase.ts'
import { serviceKey } from '../../support/firestore-server.ts'

const key = serviceKey()
const whole = {
  FIREBASE_PROJECT_ID: 'a-project',
  FIREBASE_API_KEY: 'key',
  FIREBASE_APP_ID: '1:2:web:3',
  FIREBASE_CLIENT_EMAIL: 'chats@a-project.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: key,
}
const read = (env: Record<string, string>) => readConfig(env, () => 'kept'.repeat(8))
const problems = (env: Record<string, string>) => {
  const result = read(env)
  return result.ok ? [] : result.problems
}
function config(env: Record<string, string>) {
  const result = read(env)
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.config
}

test('The project of the chats is set as a whole or not at all [R-EXT-03]', () => {
  expect(firebaseOf(config({}))).toBeUndefined()
  expect(firebaseOf(config(whole))?.chat).toEqual({
    store: 'firestore',
    projectId: 'a-project',
    apiKey: 'key',
    appId: '1:2:web:3',
    longPolling: false,
  })
  for (const name of Object.keys(whole)) {
    const { [name as keyof typeof whole]: _, ...rest } = whole
    expect(problems(rest)[0]).toMatch(new RegExp(`^${name} must be set as well`))
  }
})

test('A private key is accepted with real or escaped line breaks, quoted or not', () => {
  const folded = key.replaceAll('\n', String.raw`\n`)
  for (const FIREBASE_PRIVATE_KEY of [key, folded, `"${folded}"`]) {
    const project = firebaseOf(config({ ...whole, FIREBASE_PRIVATE_KEY }))
    expect(createPublicKey(project?.privateKey ?? '').asymmetricKeyType).toBe('rsa')
  }
})

test('What is wrong with the project is said in sentences, without the key', () => {
  const wrong = {
    ...whole,
    FIREBASE_PROJECT_ID: 'A Project',
    FIREBASE_CLIENT_EMAIL: 'nobody',
    FIREBASE_PRIVATE_KEY: key.slice(0, 200),
    FIREBASE_EMULATOR_HOST: 'somewhere',
    FIREBASE_LONG_POLLING: 'perhaps',
  }
  expect(problems(wrong)).toEqual([
    'FIREBASE_PROJECT_ID must be the id of a Google project: small letters, digits and dashes.',
    'FIREBASE_CLIENT_EMAIL must be the client_email of a service account key.',
    'FIREBASE_PRIVATE_KEY must be the private_key of a service account key, with \\n in place of its line breaks.',
    'FIREBASE_LONG_POLLING must be 1 or 0.',
    'FIREBASE_EMULATOR_HOST must look like 127.0.0.1:8080.',
  ])
  const ec = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  expect(problems({ ...whole, FIREBASE_PRIVATE_KEY: ec.privateKey })).toHaveLength(1)
})

test('The emulator, which believes everybody, is refused in production', () => {
  const env = { ...whole, FIREBASE_EMULATOR_HOST: '127.0.0.1:8080' }
  expect(problems(env)).toEqual([])
  expect(problems({ ...env, NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) })).toEqual([
    'FIREBASE_EMULATOR_HOST must not be set in production: the emulator believes everybody.',
  ])
})

test('Pages may speak to Google only where the chats are there', () => {
  expect(chatHosts(config({}))).toEqual([])
  expect(chatHosts(config(whole))).toEqual([
    'https://firestore.googleapis.com',
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
  ])
  expect(chatHosts(config({ ...whole, FIREBASE_EMULATOR_HOST: '127.0.0.1:8080' }))).toEqual([
    'http://127.0.0.1:8080',
  ])
})

test('The server signs in at Google hourly and identifies itself in every call', async () => {
  const project = firebaseOf(config(whole))
  if (!project) throw new Error('There is no project.')
  let now = Date.now()
  const asked: { url: string; body: string; authorization: string | null }[] = []
  vi.stubGlobal('fetch', (at: URL | string, init: RequestInit & { body: string }) => {
    const { href: url } = new URL(at)
    const authorization = new Headers(init.headers).get('authorization')
    asked.push({ url, body: init.body, authorization })
    if (url.includes('oauth2'))
      return Promise.resolve(Response.json({ access_token: `token-${asked.length}`, expires_in: 3600 }))
    return Promise.resolve(Response.json({ error: { status: 'ABORTED' } }, { status: 409 }))
  })
  const client = firestoreClient(project, () => new Date(now))
  // Another writer changed the document meanwhile: the caller reads it again.
  const write = { update: { name: client.nameOf('chats/a_b'), fields: firestoreFieldsOf({ a: 1 }) } }
  expect(await client.commit([write])).toBe(false)
  expect(await client.commit([write])).toBe(false)
  now += 3_600_000
  await client.commit([write])
  expect(asked.map(({ url }) => new URL(url).host)).toEqual([
    'oauth2.googleapis.com',
    'firestore.googleapis.com',
    'firestore.googleapis.com',
    'oauth2.googleapis.com',
    'firestore.googleapis.com',
  ])
  expect(asked.map(({ authorization }) => authorization)).toEqual([
    null,
    'Bearer token-1',
    'Bearer token-1',
    null,
    'Bearer token-4',
  ])
  const assertion = new URLSearchParams(asked[0]?.body).get('assertion') ?? ''
  const { payload } = await jwtVerify(assertion, createPublicKey(key))
  expect(payload).toMatchObject({
    iss: whole.FIREBASE_CLIENT_EMAIL,
    aud: 'https://oauth2.googleapis.com/token',
    scope: 'https://www.googleapis.com/auth/datastore',
  })
})
