/**
 * Every error the server answers and every failure the phone itself sees, by code.
 * Code decides; words are only shown (R-ERR-03).
 */
export type Action =
  /** Definitive refusal: show it, keep what the user wrote, let them fix it. */
  | 'show'
  /** Nothing is known or nothing happened: try again later with the same key. */
  | 'retry'
  /** Needs a fresh login; nothing is dropped. */
  | 'sign-in'
  /** The server holds a newer version: decide per field. */
  | 'conflict'
  /** This app is too old for the server. */
  | 'upgrade'

interface ErrorRule {
  /** HTTP status; 0 for failures that only the phone sees. */
  status: number
  action: Action
  /** Said when no more exact sentence is at hand. */
  msg: string
}

/** A refusal, and what may go well the next time. */
const show = (status: number, msg: string): ErrorRule => ({ status, action: 'show', msg })
const retry = (status: number, msg: string): ErrorRule => ({ status, action: 'retry', msg })

const rules = {
  bad_json: show(400, 'The request is not valid JSON.'),
  validation_failed: show(422, 'Please check the marked fields.'),
  unauthenticated: { status: 401, action: 'sign-in', msg: 'Please sign in to continue.' },
  token_expired: { status: 401, action: 'sign-in', msg: 'Your session has expired. Please sign in again.' },
  wrong_credentials: show(401, 'E-mail or password is not correct.'),
  forbidden: show(403, 'You are not allowed to do this.'),
  /** Only where the operator asks for a verified address (REQUIRE_VERIFIED_EMAIL). */
  email_unverified: show(
    403,
    'Please confirm your e-mail address first. The link is in the e-mail we sent you.',
  ),
  /** An admin's session without the second factor, or before one was set up. */
  second_factor_required: show(403, 'Please enter the code of your authenticator app.'),
  /** Signed out everywhere by the operator; the sentence says why. */
  suspended: show(403, 'This account is suspended. Please write to us.'),
  subscription_required: show(403, 'You need to be a paid subscriber to view car inquiries.'),
  plan_limit: show(403, 'Your plan does not include more ads.'),
  not_found: show(404, 'Not found.'),
  unknown_route: show(404, 'There is no such call.'),
  method_not_allowed: show(405, 'This call does not accept that method.'),
  key_in_progress: retry(409, 'The same request is still being handled.'),
  /** The person took the write back before it arrived; a late copy of it changes nothing. */
  key_void: show(409, 'This was taken back.'),
  version_conflict: { status: 409, action: 'conflict', msg: 'This was changed on another device.' },
  /** What was decided meanwhile, or is over: an order that is paid, a proof that was looked at. */
  decided_meanwhile: show(409, 'This was decided meanwhile.'),
  /** An answer to a test drive that does not wait for it any more. */
  answered_meanwhile: show(409, 'This test drive was answered meanwhile.'),
  /** Its owner may edit or delete it, but not put it up again. */
  ad_hidden: show(403, 'We have hidden this ad.'),
  gone: show(410, 'This car is no longer listed.'),
  /** A link of an e-mail: used, too old, or made up. */
  link_expired: show(410, 'This link is no longer valid. Please ask for a new one.'),
  payload_too_large: show(413, 'The request is too large.'),
  unsupported_media_type: show(415, 'Send JSON, please.'),
  key_reused: show(422, 'This key was used for another request.'),
  /** The same car of the same person again within 48 hours (R-POST-22). */
  repost_too_soon: show(422, 'The same car may be posted again after 48 hours.'),
  /** A chat about one's own car (R-ERR-10). */
  to_yourself: show(422, 'You cannot send message to yourself.'),
  /** A way to pay that this server is not set up for. */
  payment_unavailable: show(
    422,
    'This way to pay is not available at the moment. Please choose another one.',
  ),
  upgrade_required: { status: 426, action: 'upgrade', msg: 'Please update the app.' },
  rate_limited: retry(429, 'Too many requests. Please wait a moment.'),
  internal: retry(500, 'Something went wrong on our side.'),
  unavailable: retry(503, 'The service is not available right now.'),
  /** Phone only: no answer reached us. */
  network: retry(0, 'No connection to the server.'),
  /** Phone only: the time limit passed. */
  timeout: retry(0, 'The server did not answer in time.'),
  /** Phone only: something answered, but it was not our server (captive portal, proxy, redirect). */
  not_our_server: retry(0, 'This network asks you to sign in first.'),
  /** Phone only: our server answered in a shape this app does not know. */
  bad_reply: retry(0, 'The answer could not be understood.'),
  /** Phone only: what waited is damaged and cannot be sent as it is. */
  corrupt_record: show(0, 'This entry is damaged and cannot be sent.'),
  /** Phone only: the phone refused to store. */
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

/** The body of every answer that is not a success (R-API-50). */
export interface ErrorBody {
  success: false
  code: ErrorCode
  msg: string
  fields?: FieldErrors
  /** With `version_conflict`: the thing as it is now. */
  current?: Versioned
}

/** Something that can be edited, as it was at one version. */
export interface Versioned {
  version: number
  fields: Readonly<Record<string, unknown>>
}

/** An expected failure. Thrown on the server to end a call, returned as a value on the phone. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** Seconds after which a retry makes sense, when the server said so. */
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

/** First sentence per field of a failed zod parse; a nested path is joined with dots, the whole body is `''`. */
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
