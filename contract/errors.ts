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

const rules = {
  bad_json: { status: 400, action: 'show', msg: 'The request is not valid JSON.' },
  validation_failed: { status: 422, action: 'show', msg: 'Please check the marked fields.' },
  unauthenticated: { status: 401, action: 'sign-in', msg: 'Please sign in to continue.' },
  token_expired: { status: 401, action: 'sign-in', msg: 'Your session has expired. Please sign in again.' },
  wrong_credentials: { status: 401, action: 'show', msg: 'E-mail or password is not correct.' },
  forbidden: { status: 403, action: 'show', msg: 'You are not allowed to do this.' },
  /** Only where the operator asks for a verified address (REQUIRE_VERIFIED_EMAIL). */
  email_unverified: {
    status: 403,
    action: 'show',
    msg: 'Please confirm your e-mail address first. The link is in the letter we sent you.',
  },
  /** An admin's session without the second factor, or before one was set up. */
  second_factor_required: {
    status: 403,
    action: 'show',
    msg: 'Please enter the code of your authenticator app.',
  },
  /** Signed out everywhere by the operator; the sentence says why. */
  suspended: { status: 403, action: 'show', msg: 'This account is suspended. Please write to us.' },
  subscription_required: {
    status: 403,
    action: 'show',
    msg: 'You need to be a paid subscriber to view car inquiries.',
  },
  plan_limit: { status: 403, action: 'show', msg: 'Your plan does not include more ads.' },
  not_found: { status: 404, action: 'show', msg: 'Not found.' },
  unknown_route: { status: 404, action: 'show', msg: 'There is no such call.' },
  method_not_allowed: { status: 405, action: 'show', msg: 'This call does not accept that method.' },
  key_in_progress: { status: 409, action: 'retry', msg: 'The same request is still being handled.' },
  /** The person took the write back before it arrived; a late copy of it changes nothing. */
  key_void: { status: 409, action: 'show', msg: 'This was taken back.' },
  version_conflict: { status: 409, action: 'conflict', msg: 'This was changed on another device.' },
  /** What was decided meanwhile, or is over: an order that is paid, a proof that was looked at. */
  decided_meanwhile: { status: 409, action: 'show', msg: 'This was decided meanwhile.' },
  /** An answer to a test drive that does not wait for it any more. */
  answered_meanwhile: { status: 409, action: 'show', msg: 'This test drive was answered meanwhile.' },
  /** Its owner may edit or delete it, but not put it up again. */
  ad_hidden: { status: 403, action: 'show', msg: 'We have hidden this ad.' },
  gone: { status: 410, action: 'show', msg: 'This car is no longer listed.' },
  /** A link of an e-mail: used, too old, or made up. */
  link_expired: {
    status: 410,
    action: 'show',
    msg: 'This link is no longer valid. Please ask for a new one.',
  },
  payload_too_large: { status: 413, action: 'show', msg: 'The request is too large.' },
  unsupported_media_type: { status: 415, action: 'show', msg: 'Send JSON, please.' },
  key_reused: { status: 422, action: 'show', msg: 'This key was used for another request.' },
  /** The same car of the same person again within 48 hours (R-POST-22). */
  repost_too_soon: {
    status: 422,
    action: 'show',
    msg: 'The same car may be posted again after 48 hours.',
  },
  /** A chat about one's own car (R-ERR-10). */
  to_yourself: { status: 422, action: 'show', msg: 'You cannot send message to yourself.' },
  /** A way to pay that this server is not set up for. */
  payment_unavailable: {
    status: 422,
    action: 'show',
    msg: 'This way to pay is not available at the moment. Please choose another one.',
  },
  upgrade_required: { status: 426, action: 'upgrade', msg: 'Please update the app.' },
  rate_limited: { status: 429, action: 'retry', msg: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, action: 'retry', msg: 'Something went wrong on our side.' },
  unavailable: { status: 503, action: 'retry', msg: 'The service is not available right now.' },
  /** Phone only: no answer reached us. */
  network: { status: 0, action: 'retry', msg: 'No connection to the server.' },
  /** Phone only: the time limit passed. */
  timeout: { status: 0, action: 'retry', msg: 'The server did not answer in time.' },
  /** Phone only: something answered, but it was not our server (captive portal, proxy, redirect). */
  not_our_server: { status: 0, action: 'retry', msg: 'This network asks you to sign in first.' },
  /** Phone only: our server answered in a shape this app does not know. */
  bad_reply: { status: 0, action: 'retry', msg: 'The answer could not be understood.' },
  /** Phone only: what waited is damaged and cannot be sent as it is. */
  corrupt_record: { status: 0, action: 'show', msg: 'This entry is damaged and cannot be sent.' },
  /** Phone only: the phone refused to store. */
  storage_full: { status: 0, action: 'show', msg: 'The storage of this phone is full.' },
  /** Phone only: no local database (private mode, blocked, broken). */
  storage_unavailable: { status: 0, action: 'show', msg: 'This browser does not let us store anything.' },
} as const satisfies Record<string, ErrorRule>

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
