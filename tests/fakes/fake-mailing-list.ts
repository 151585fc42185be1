// A mailing-list service on this machine that speaks Mailchimp's wire format, well or badly. For tests and for
// `npm run fakes`.
import { createServer, type ServerResponse } from 'node:http'
import { listenLocally } from './listen.ts'

export interface FakeMailingList {
  /** Value of MAILING_LIST_URL. */
  url: string
  /** Addresses on the list, in order of arrival. */
  members: string[]
  /** Path and query of every call. */
  calls: string[]
  mood: ListMood
  close: () => Promise<void>
}

const already = (email: string) =>
  `${email} is already subscribed to list Fake. <a href="https://list.example/?e=1">Click here to update your profile</a>`

/** Returns the responses of each mood. */
function moodsOf(members: string[], url: URL, reply: ServerResponse) {
  const email = url.searchParams.get('EMAIL') ?? ''
  const name = url.searchParams.get('c') ?? 'callback'
  const jsonp = (result: 'success' | 'error', msg: string, called = name) => {
    reply.setHeader('content-type', 'text/javascript; charset=utf-8')
    reply.end(`${called}(${JSON.stringify({ result, msg })})`)
  }
  const accept = () => {
    if (members.includes(email)) return jsonp('error', already(email))
    members.push(email)
    return jsonp('success', 'Almost finished... <strong>Thank you</strong> for subscribing!')
  }
  return {
    well: accept,
    already: () => jsonp('error', already(email)),
    refuses: () =>
      jsonp('error', '0 - This email address looks <b>fake or invalid</b>. Please enter a real one.'),
    busy: () => jsonp('error', 'Recipient has too many recent signup requests'),
    slow: () => undefined,
    broken: () => void reply.writeHead(503).end('no'),
    html: () =>
      void reply.setHeader('content-type', 'text/html').end('<html><h1>Log in to the network</h1></html>'),
    huge: () =>
      void reply.end(`${name}(${JSON.stringify({ result: 'success', msg: 'x'.repeat(4_000_000) })})`),
    redirect: () => void reply.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    hostile: () =>
      void reply.end(`globalThis.stolen=1;${name}({"result":"success","msg":"<script>1</script>"})`),
    'other-callback': () => jsonp('success', '', 'alert'),
    'hangs-up': () => void reply.destroy(),
  }
}
export type ListMood = keyof ReturnType<typeof moodsOf>

/** Starts the mailing list; it listens on the loopback address only. */
export async function fakeMailingList(port = 0): Promise<FakeMailingList> {
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    list.calls.push(url.pathname + url.search)
    const known = url.pathname === '/subscribe/post-json' && url.searchParams.get('u') === 'fake'
    if (known && url.searchParams.get('id') === 'list') moodsOf(list.members, url, reply)[list.mood]()
    else reply.writeHead(404).end()
  })
  const { origin, close } = await listenLocally(server, port)
  const list: FakeMailingList = {
    url: `${origin}/subscribe/post?u=fake&id=list`,
    members: [],
    calls: [],
    mood: 'well',
    close,
  }
  return list
}
