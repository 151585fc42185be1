/** Firestore's REST API, by which anybody can send requests without an SDK. */
export interface FirestoreCaller {
  /** Sends a read or a write as this person; returns the status and body of the response. */
  ask: (path: string, body?: object, method?: string) => Promise<{ status: number; body: unknown }>
  /** Prefix of all document names. */
  root: string
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Returns a token that the emulator accepts for a signed-in phone: it does not verify signatures. */
export function idToken(project: string, uid: string, sub_until: number | undefined): string {
  const claims = { iss: `https://securetoken.google.com/${project}`, aud: project, sub: uid, user_id: uid }
  const times = { iat: 0, auth_time: 0, exp: Math.floor(Date.now() / 1000) + 3600 }
  return `${base64url({ alg: 'none', type: 'JWT' })}.${base64url({ ...claims, ...times, sub_until, firebase: { identities: {}, sign_in_provider: 'custom' } })}.`
}
export const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

/** Creates a caller. `token`: that of a phone, `owner` for the service account without rules, or none. */
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

/** Returns a value in the format of the REST API. */
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
