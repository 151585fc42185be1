// Reads the event streams of chats as a phone does, over real HTTP.
import { request, type IncomingMessage } from 'node:http'
import { chatEventsPath, chatsEvent, type ChatsEvent } from '#contract/chat/conversation.ts'
import { basePath } from '#contract/http.ts'

export interface OpenStream {
  status: number
  headers: IncomingMessage['headers']
  events: ChatsEvent[]
  /** Number of heartbeats. */
  beats: () => number
  /** Texts of the messages, in the order of arrival. */
  words: () => string[]
  /** Body of the response instead of a stream. */
  refusal: () => Promise<string>
  /** Settles with the next bytes. */
  next: () => Promise<void>
  isOver: () => boolean
  /** Settles when the server has ended the stream. */
  ended: Promise<void>
  /** Stops reading without closing the stream. */
  pause: () => void
  resume: () => void
  close: () => void
}

/** Opens the stream at `origin`; `from` is the last number the phone has. */
export function openStream(origin: string, token: string | undefined, from?: number): Promise<OpenStream> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(from !== undefined && { 'last-event-id': String(from) }),
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${basePath}${chatEventsPath}`, { headers, agent: false }, (answer) => {
      const events: ChatsEvent[] = []
      let [beats, text, all] = [0, '', '']
      const waiting: (() => void)[] = []
      let over = false
      const ended = new Promise<void>((done) => answer.once('close', done)).then(() => {
        over = true
      })
      answer.setEncoding('utf8')
      answer.on('error', () => asked.destroy())
      answer.on('data', (chunk: string) => {
        if (answer.statusCode !== 200) all += chunk
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          if (block === ':') beats += 1
          const [, id, data] = /^id: (\d+)\nevent: chats\ndata: (.*)$/.exec(block) ?? []
          if (data === undefined) continue
          const event = chatsEvent.parse(JSON.parse(data))
          if (String(event.number) !== id) throw new Error(`The id is ${id}, the number ${event.number}.`)
          events.push(event)
        }
        for (const go of waiting.splice(0)) go()
      })
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        events,
        beats: () => beats,
        words: () =>
          events.flatMap(({ chats }) => chats.flatMap(({ messages }) => messages.map((m) => m.message))),
        refusal: () => ended.then(() => (JSON.parse(all) as { code: string }).code),
        next: () => new Promise((done) => waiting.push(done)),
        isOver: () => over,
        ended,
        pause: () => answer.pause(),
        resume: () => answer.resume(),
        close: () => asked.destroy(),
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
