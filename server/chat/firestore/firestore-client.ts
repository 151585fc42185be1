import { z } from 'zod/mini'
import type { Deps } from '../../kernel/deps.ts'
import { firebaseOf, type FirebaseProject, signedBy } from '../../kernel/firebase.ts'
import { readBody, fetchBounded, OutsideFailure, within } from '../../integrations/bounded-fetch.ts'
import type { FirestoreFields, FirestoreValue } from './values.ts'
import { jsonIn } from '#contract/values/unknown.ts'

const documentRow = z.object({
  name: z.string(),
  fields: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  updateTime: z.string(),
})
/** Document of Firestore; `id` is the last part of its path. */
export interface FirestoreDocument {
  id: string
  fields: FirestoreFields
  updateTime: string
}
const asDocument = ({ name, fields, updateTime }: z.output<typeof documentRow>): FirestoreDocument => ({
  id: name.slice(name.lastIndexOf('/') + 1),
  fields,
  updateTime,
})

const refusal = z.object({ error: z.object({ status: z.string() }) })
/** Error codes of Firestore after a concurrent write to the document. */
const meanwhile = new Set(['FAILED_PRECONDITION', 'ABORTED', 'ALREADY_EXISTS', 'NOT_FOUND'])

/** Encodes the ids of a path, which may contain characters with a meaning in URLs. */
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const patience = { ms: 15_000, bytes: 64 * 2 ** 20 } as const
const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/datastore'
const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() })
/** Seconds before its expiry at which a token is no longer used. */
const margin = 120

/** Returns a function for access tokens of the service account: it exchanges a signed assertion for a token at Google. */
function accessTokens(project: FirebaseProject, now: () => Date): () => Promise<string> {
  let known: { token: string; until: number } | undefined
  let asking: Promise<string> | undefined
  async function exchange(at: number): Promise<string> {
    const o = { claims: { scope }, audience: tokenUrl, issued: at, lasts: 3600 }
    const assertion = await signedBy(project, o)
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const form = new URLSearchParams({ grant_type, assertion }).toString()
    const { body } = await fetchBounded(new URL(tokenUrl), { ms: 10_000, bytes: 64 * 1024, form })
    const reply = tokenReply.safeParse(jsonIn(body.toString('utf8')))
    if (!reply.success) throw new OutsideFailure('no access token')
    known = { token: reply.data.access_token, until: at + reply.data.expires_in - margin }
    return known.token
  }
  return async () => {
    const at = Math.floor(now().getTime() / 1000)
    if (known && at < known.until) return known.token
    asking ??= exchange(at).finally(() => (asking = undefined))
    return asking
  }
}

/** One client per configuration, so that jobs share its access token. */
const clients = new WeakMap<object, FirestoreClient>()
export function firestoreClientOf({
  config,
  now,
}: Pick<Deps, 'config' | 'now'>): FirestoreClient | undefined {
  const project = firebaseOf(config)
  if (!project) return undefined
  const client = clients.get(config) ?? firestoreClient(project, now)
  clients.set(config, client)
  return client
}

/** Creates a client of Firestore's REST API with the service account, to which the security rules do not apply. */
export function firestoreClient(project: FirebaseProject, now: () => Date) {
  const { projectId, emulator } = project.chat
  const origin = emulator === undefined ? 'https://firestore.googleapis.com' : `http://${emulator}`
  const root = `projects/${projectId}/databases/(default)/documents`
  // The emulator accepts the token `owner` for unrestricted access.
  const token = emulator === undefined ? accessTokens(project, now) : () => Promise.resolve('owner')

  async function ask(path: string, body?: object): Promise<{ status: number; value: unknown }> {
    const authorization = `Bearer ${await token()}`
    return within(patience.ms, async (signal) => {
      const answer = await globalThis.fetch(`${origin}/v1/${root}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, 'content-type': 'application/json' },
        signal,
        ...(body && { body: JSON.stringify(body) }),
      })
      const bytes = await readBody(answer, patience.bytes, signal)
      return { status: answer.status, value: JSON.parse(bytes.toString('utf8')) }
    })
  }
  const failure = (status: number) => new OutsideFailure(`Firestore answered ${status}`, status)

  return {
    /** Returns the full resource name of a document for a write. */
    nameOf: (path: string) => `${root}/${path}`,
    /** Returns the document; `undefined` when there is none. */
    async get(path: string): Promise<FirestoreDocument | undefined> {
      const { status, value } = await ask(`/${encoded(path)}`)
      if (status === 404) return undefined
      const read = documentRow.safeParse(value)
      if (status !== 200 || !read.success) throw failure(status)
      return asDocument(read.data)
    },
    /** Returns the documents of a query; `under` is the path of the parent document. */
    async query(structuredQuery: object, under = ''): Promise<FirestoreDocument[]> {
      const { status, value } = await ask(`${under && `/${encoded(under)}`}:runQuery`, { structuredQuery })
      const read = z.array(z.object({ document: z.optional(documentRow) })).safeParse(value)
      if (status !== 200 || !read.success) throw failure(status)
      return read.data.flatMap(({ document }) => (document ? [asDocument(document)] : []))
    },
    /** Commits all writes or none. Returns false when a precondition (`currentDocument`) no longer holds. */
    async commit(writes: readonly object[]): Promise<boolean> {
      const { status, value } = await ask(':commit', { writes })
      if (status === 200) return true
      const read = refusal.safeParse(value)
      if (read.success && meanwhile.has(read.data.error.status)) return false
      throw failure(status)
    },
  }
}

export type FirestoreClient = ReturnType<typeof firestoreClient>

/** Returns a condition for a query. */
export const fieldFilter = (fieldPath: string, op: string, value: FirestoreValue) => ({
  fieldFilter: { field: { fieldPath }, op, value },
})
