// Pages of the simulated card payment provider: no script, and styles of their own.
import { escaped } from '../../kernel/mail/outbox.ts'
import type { FormFields } from './signature.ts'

export interface FakePayment {
  id: string
  /** Id of the payment at PayFast. */
  payment: string
  /** Fields of the shop's form. */
  fields: FormFields
  state: 'open' | 'paid' | 'cancelled' | 'failed'
}
export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const acts = ['pay', 'later', 'twice', 'fail', 'cancel'] as const
/** Action of the buyer on the page. */
export type Act = (typeof acts)[number]
export const isAct = (text: string): text is Act => acts.some((act) => act === text)

const words: Readonly<Record<Act, readonly [button: string, what: string]>> = {
  pay: ['Pay', 'The shop hears of it before you are back.'],
  later: ['Pay later', 'You go back first; the shop hears of it some seconds later.'],
  twice: ['Pay, and notify twice', 'The shop hears of one payment two times.'],
  fail: ['Fail', 'The card is refused.'],
  cancel: ['Cancel', 'You go back without paying.'],
}

const style = `
:root{color-scheme:light dark;--paper:#faf7f1;--surface:#fff;--line:#e3dccf;--control:#8a8272;--ink:#14211c;--soft:#48534d;--brand:#0e5a43;--on:#fff;--amber:#fcefd8;--amber-ink:#7a4a00}
@media(prefers-color-scheme:dark){:root{--paper:#0d1411;--surface:#151e1a;--line:#2b3832;--control:#6f7f77;--ink:#f3efe6;--soft:#bcc5be;--brand:#63cfa0;--on:#06241a;--amber:#3a2c10;--amber-ink:#ffc871}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:16px 16px 24px}
h1{font-size:20px;line-height:26px;margin:0 0 12px}
.note{background:var(--amber);color:var(--amber-ink);border-radius:16px;padding:12px 16px;margin:0 0 16px}
.note strong{display:block;font-size:18px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:20px}
.amount{font-size:36px;line-height:40px;font-weight:700;letter-spacing:-.02em;font-variant-numeric:tabular-nums;margin:0 0 12px}
dl{margin:0;display:grid;gap:8px}
dl div{display:flex;gap:16px;justify-content:space-between;border-top:1px solid var(--line);padding-top:8px}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:8px;margin-top:16px}
button{display:block;width:100%;min-height:52px;padding:8px 16px;border-radius:16px;border:1px solid var(--control);background:var(--surface);color:var(--ink);font:inherit;text-align:left;cursor:pointer}
button b{display:block}button span{display:block;color:var(--soft);font-size:14px;line-height:20px}
button[value=pay]{background:var(--brand);border-color:var(--brand);color:var(--on)}button[value=pay] span{color:inherit}
button:focus-visible,a:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
a{color:var(--brand);display:inline-block;padding:12px 0}
p{margin:0 0 12px}
[role=status]{margin:24px 0 8px;font-size:20px;line-height:26px;font-weight:600}`

/** `form-action` also restricts redirects after a form, so it includes the shop. */
const policy = (shop: readonly string[]) =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${["'self'", ...shop].join(' ')}; frame-ancestors 'none'`

function page(status: number, title: string, body: string, shop: readonly string[] = []): PageAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(shop),
      'cache-control': 'no-store',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
  }
}

export const redirect = (to: string): PageAnswer => ({
  status: 303,
  headers: { location: to, 'cache-control': 'no-store' },
  body: '',
})

const note =
  '<p class="note"><strong>This is a made-up payment</strong>No card is asked for and no money moves. This page stands in for the card payment provider.</p>'

export const messagePage = (status: number, title: string, text: string): PageAnswer =>
  page(status, title, `${note}<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`)

const done = {
  paid: 'This payment was made.',
  cancelled: 'This payment was cancelled.',
  failed: 'This payment failed.',
} as const

/** Returns the page of a payment. `path` is the address of the page, to which its buttons post. */
export function paymentPage({ payment, fields, state }: FakePayment, path: string): PageAnswer {
  const facts = [
    ['For', fields.item_name ?? ''],
    ['From', [fields.name_first, fields.name_last].filter(Boolean).join(' ')],
    ['Merchant', fields.merchant_id ?? ''],
    ['Payment', payment],
  ]
    .map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`)
    .join('')
  const buttons = acts
    .map(
      (act) =>
        `<button name="act" value="${act}"><b>${words[act][0]}</b><span>${words[act][1]}</span></button>`,
    )
    .join('')
  const { return_url: back = '', cancel_url: away = '' } = fields
  const end =
    state === 'open'
      ? `<form method="post" action="${escaped(path)}">${buttons}</form>`
      : `<p role="status">${done[state]}</p><a href="${escaped(state === 'cancelled' ? away : back)}">Back to the shop</a>`
  const amount = escaped(`R${fields.amount ?? ''}`)
  const shop = [...new Set([back, away].map((url) => new URL(url).origin))]
  return page(
    200,
    'Made-up payment',
    `${note}<h1>Pay the shop</h1><div class="card"><p class="amount">${amount}</p><dl>${facts}</dl></div>${end}`,
    shop,
  )
}
