/** Firestore by its REST interface: what anybody can send by hand, past every SDK. */
export interface FirestoreCaller {
  /** A read or a write as this person; the status of the answer, and its body. */
  ask: (path: string, body?: object, method?: string) => Promise<{ status: number; body: unknown }>
  /** The names of all documents and fields start with this. */
  root: string
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** What the emulator takes for the token of a signed-in phone: it does not verify signatures. */
export function idToken(project: string, uid: string, sub_until: number | undefined): string {
  const claims = { iss: `https://securetoken.google.com/${project}`, aud: project, sub: uid, user_id: uid }
  const times = { iat: 0, auth_time: 0, exp: Math.floor(Date.now() / 1000) + 3600 }
  return `${base64url({ alg: 'none', type: 'JWT' })}.${base64url({ ...claims, ...times, sub_until, firebase: { identities: {}, sign_in_provider: 'custom' } })}.`
}
export const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

/** `token`: of a phone, `owner` for the service account that rules do not bind, or none. */
export function firestoreCaller(host: string, project: string, token: string | undefined): FirestoreCaller {
  const root = `projects/${project}/databases/(default)/documents`
  return {
    root,
    async ask(path, body, method = body ? 'POST' : 'GET') {
      const answer = await fetch(`http://${host}/v1/${root}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

/** A value as the REST interface writes it. */
export function valueOf(v: unknown): object {
  if (v === null) return { nullValue: null }
  if (typeof v === 'string') return { stringValue: v }
  if (typeof v === 'boolean') return { booleanValue: v }
  if (typeof v === 'number') return Number.isInteger(v) ? { integerValue: String(v) } : { doubleValue: v }
  if (v instanceof Date) return { timestampValue: v.toISOString() }
  if (Array.isArray(v)) return { arrayValue: { values: v.map(valueOf) } }
  return { mapValue: { fields: fieldsOf(v as object) } }
}
export const fieldsOf = (o: object): Record<string, object> =>
  Object.fromEntries(Object.entries(o).map(([name, v]) => [name, valueOf(v)]))
