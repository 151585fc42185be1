/**
 * Every error of the server and every failure that only the phone sees, by code. Programs decide by the code; texts are only
 * shown (R-ERR-03).
 */
export type Action =
  /** A final refusal: show the error, keep the input and let the person correct it. */
  | 'show'
  /** Unknown outcome or no effect: retry later with the same key. */
  | 'retry'
  /** A new login is needed; no data is dropped. */
  | 'sign-in'
  /** The server has a newer version: decide per field. */
  | 'conflict'
  /** This app is too old for the server. */
  | 'upgrade'

interface ErrorRule {
  /** HTTP status; 0 for failures that only the phone sees. */
  status: number
  action: Action
  /** Sentence to show when the call gives no more exact one. */
  msg: string
}

/** `show` declares a final refusal, `retry` a failure that may succeed later. */
const show = (status: number, msg: string): ErrorRule => ({ status, action: 'show', msg })
const retry = (status: number, msg: string): ErrorRule => ({ status, action: 'retry', msg })

const rules = {
  bad_json: show(400, 'The request is not valid JSON.'),
  validation_failed: show(422, 'Please check the marked fields.'),
  unauthenticated: { status: 401, action: 'sign-in', msg: 'Please sign in to continue.' },
  token_expired: { status: 401, action: 'sign-in', msg: 'Your session has expired. Please sign in again.' },
  wrong_credentials: show(401, 'E-mail or password is not correct.'),
  forbidden: show(403, 'You are not allowed to do this.'),
  /** Only on a server that requires a verified address (REQUIRE_VERIFIED_EMAIL). */
  email_unverified: show(
    403,
    'Please confirm your e-mail address first. The link is in the e-mail we sent you.',
  ),
  /** An admin's session lacks the second factor, or none is set up yet. */
  second_factor_required: show(403, 'Please enter the code of your authenticator app.'),
  /** The operator has suspended the account; the sentence gives the reason. */
  suspended: show(403, 'This account is suspended. Please write to us.'),
  subscription_required: show(403, 'You need to be a paid subscriber to view car inquiries.'),
  plan_limit: show(403, 'Your plan does not include more ads.'),
  not_found: show(404, 'Not found.'),
  unknown_route: show(404, 'There is no such call.'),
  method_not_allowed: show(405, 'This call does not accept that method.'),
  key_in_progress: retry(409, 'The same request is still being handled.'),
  /** The person withdrew the write before it arrived; a late copy has no effect. */
  key_void: show(409, 'This was taken back.'),
  version_conflict: { status: 409, action: 'conflict', msg: 'This was changed on another device.' },
  /** Another decision was made meanwhile or the item is closed: a paid order, a checked proof. */
  decided_meanwhile: show(409, 'This was decided meanwhile.'),
  /** An answer to a test drive that no longer waits for one. */
  answered_meanwhile: show(409, 'This test drive was answered meanwhile.'),
  /** The owner may edit or delete the ad, but not make it active again. */
  ad_hidden: show(403, 'We have hidden this ad.'),
  gone: show(410, 'This car is no longer listed.'),
  /** A link of an e-mail that is used, expired or invalid. */
  link_expired: show(410, 'This link is no longer valid. Please ask for a new one.'),
  payload_too_large: show(413, 'The request is too large.'),
  unsupported_media_type: show(415, 'Send JSON, please.'),
  key_reused: show(422, 'This key was used for another request.'),
  /** The same car of the same person was posted within the last 48 hours (R-POST-22). */
  repost_too_soon: show(422, 'The same car may be posted again after 48 hours.'),
  /** A chat about one's own car (R-ERR-10). */
  to_yourself: show(422, 'You cannot send message to yourself.'),
  /** A payment method that this server is not configured for. */
  payment_unavailable: show(
    422,
    'This way to pay is not available at the moment. Please choose another one.',
  ),
  upgrade_required: { status: 426, action: 'upgrade', msg: 'Please update the app.' },
  rate_limited: retry(429, 'Too many requests. Please wait a moment.'),
  internal: retry(500, 'Something went wrong on our side.'),
  unavailable: retry(503, 'The service is not available right now.'),
  /** Phone only: no response arrived. */
  network: retry(0, 'No connection to the server.'),
  /** Phone only: the request timed out. */
  timeout: retry(0, 'The server did not answer in time.'),
  /** Phone only: the response did not come from our server (captive portal, proxy, redirect). */
  not_our_server: retry(0, 'This network asks you to sign in first.'),
  /** Phone only: our server's response has a shape that this app does not know. */
  bad_reply: retry(0, 'The answer could not be understood.'),
  /** Phone only: the queued item is damaged and cannot be sent. */
  corrupt_record: show(0, 'This entry is damaged and cannot be sent.'),
  /** Phone only: the browser refused to store data. */
  storage_full: show(0, 'The storage of this phone is full.'),
  /** Phone only: no local database (private mode, blocked, broken). */
  storage_unavailable: show(0, 'This browser does not let us store anything.'),
} satisfies Record<string, ErrorRule>

export type ErrorCode = keyof typeof rules
export const errorRules: Readonly<Record<ErrorCode, ErrorRule>> = rules

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(rules, code)
}

/** Field name → sentence to show at that field. */
export type FieldErrors = Readonly<Record<string, string>>

/** Body of every response that is not a success (R-API-50). */
export interface ErrorBody {
  success: false
  code: ErrorCode
  msg: string
  fields?: FieldErrors
  /** With `version_conflict`: the current version of the item. */
  current?: Versioned
}

/** An editable item at one version. */
export interface Versioned {
  version: number
  fields: Readonly<Record<string, unknown>>
}

/** An expected failure. The server throws it to end a call; the phone returns it as a value. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** Seconds after which a retry makes sense; undefined when the server gave no time. */
  readonly retryAfter: number | undefined
  readonly current: Versioned | undefined

  constructor(
    code: ErrorCode,
    o: { msg?: string; fields?: FieldErrors; retryAfter?: number; current?: Versioned } = {},
  ) {
    super(o.msg ?? errorRules[code].msg)
    this.name = 'AppError'
    this.code = code
    this.fields = o.fields
    this.retryAfter = o.retryAfter
    this.current = o.current
  }

  get status(): number {
    return errorRules[this.code].status
  }
}

/** Returns the first message per field of a failed zod parse. A nested path is joined with dots; the whole body is `''`. */
export function fieldErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    const name = issue.path.map(String).join('.')
    if (!fields.has(name)) fields.set(name, issue.message)
  }
  return Object.fromEntries(fields)
}
