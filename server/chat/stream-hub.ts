// The open event streams of this process. A stream is sent every change after its number exactly once and in order: it is
// registered before the first read, and a notification during a read causes another read.
import type { ServerResponse } from 'node:http'
import type { ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'

interface StreamOwner {
  user: string
  session: string | undefined
  /** Expiry of a token without a session; `undefined` when the session determines it. */
  ends: Date | undefined
}

/** Returns the text of an event, which is the same for all streams of a person at the same number. */
const eventText = (event: ChatsEvent): string =>
  `id: ${event.number}\nevent: chats\ndata: ${JSON.stringify(event)}\n\n`

/** Open event stream: what it has been sent, and whether its reader keeps up. */
export class EventStream {
  readonly owner: StreamOwner
  /** Number that the phone has; `undefined` until it was sent everything. */
  number: number | undefined
  /** Number of chats last sent to the phone; `undefined` before the first event. */
  count: number | undefined
  /** Whether bytes wait for the reader. Nothing is written until they are sent, so at most one event waits. */
  waiting = false
  readonly #response: ServerResponse
  #late = false

  constructor(response: ServerResponse, owner: StreamOwner, number: number | undefined) {
    this.#response = response
    this.owner = owner
    this.number = number
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Writes to the stream. If bytes have to wait, calls `onRoom` when they are sent. */
  write(text: string, onRoom: () => void): void {
    if (this.#response.write(text)) return
    this.waiting = true
    this.#response.once('drain', () => {
      this.waiting = false
      this.#late = false
      onRoom()
    })
  }

  /** Sends a heartbeat. Returns false when the reader has read nothing since the previous one. */
  beat(): boolean {
    if (this.waiting && this.#late) return false
    this.#late = this.waiting
    if (!this.waiting) this.write(':\n\n', () => undefined)
    return true
  }

  /** Ends the stream; destroys it when bytes wait, because a reader that does not read would never see the end. */
  end(): void {
    if (this.waiting) this.#response.destroy()
    else this.#response.end()
  }
}

/** Functions that the hub needs from the server. */
export interface HubSources {
  /** Returns the changes of a person after a number; everything when there is none. */
  read: (user: string, from: number | undefined) => Promise<ChatsEvent>
  /** Returns the streams that must end, and the current number of each person; stores that the others are online. */
  check: (streams: readonly EventStream[]) => Promise<{
    ended: ReadonlySet<EventStream>
    numbers: ReadonlyMap<string, number>
  }>
  onError: (error: unknown) => void
}

interface Person {
  streams: EventStream[]
  /** Whether a notification arrived since the last read began. */
  asked: boolean
  reading: boolean
}

/** Number of steps over which one heartbeat of all streams is spread. */
const parts = 25

export class ChatHub {
  readonly #people = new Map<string, Person>()
  readonly #sources: HubSources
  /** Open streams, each with its step of the heartbeat. */
  readonly #streams = new Map<EventStream, number>()
  #next = 0
  #opened = 0
  #closed = false

  constructor(sources: HubSources) {
    this.#sources = sources
  }

  get size(): number {
    return this.#streams.size
  }

  /** Whether a stream of this person is open in this process. */
  isOnline(user: string): boolean {
    return this.#people.has(user)
  }

  /** Adds a stream; ends the person's oldest stream when there are too many. */
  open(stream: EventStream): void {
    if (this.#closed) return stream.end()
    const { user } = stream.owner
    const person = this.#people.get(user) ?? { streams: [], asked: false, reading: false }
    this.#people.set(user, person)
    person.streams.push(stream)
    this.#streams.set(stream, this.#opened % parts)
    this.#opened += 1
    const [oldest] = person.streams
    if (oldest && person.streams.length > chatLimits.streams) this.#end(oldest)
    this.#ask(user, person)
  }

  remove(stream: EventStream): void {
    this.#streams.delete(stream)
    const { user } = stream.owner
    const person = this.#people.get(user)
    if (!person) return
    person.streams = person.streams.filter((other) => other !== stream)
    if (person.streams.length === 0) this.#people.delete(user)
  }

  #end(stream: EventStream): void {
    stream.end()
    this.remove(stream)
  }

  /** Sends changes to these people; `undefined` means everybody. */
  wake(users: readonly string[] | undefined): void {
    for (const user of users ?? [...this.#people.keys()]) {
      const person = this.#people.get(user)
      if (person) this.#ask(user, person)
    }
  }

  /** Sends a heartbeat to one part of the streams and checks their permission. */
  async beat(): Promise<void> {
    this.#next = (this.#next + 1) % parts
    const streams = [...this.#streams].flatMap(([stream, part]) => (part === this.#next ? stream : []))
    if (streams.length === 0) return
    for (const stream of streams.filter((one) => !one.beat())) this.#end(stream)
    const left = streams.filter(({ isOpen }) => isOpen)
    try {
      const { ended, numbers } = await this.#sources.check(left)
      for (const stream of ended) this.#end(stream)
      // A notification of another process may have been lost with a database connection.
      const behind = left.filter(
        ({ owner, number }) => number !== undefined && (numbers.get(owner.user) ?? 0) > number,
      )
      this.wake(behind.map(({ owner }) => owner.user))
    } catch (error) {
      // The next heartbeat retries.
      this.#sources.onError(error)
    }
  }

  /** Runs all steps of a heartbeat at once. */
  async beatAll(): Promise<void> {
    for (let n = 0; n < parts; n += 1) await this.beat()
  }

  close(): void {
    this.#closed = true
    for (const { streams } of this.#people.values()) for (const stream of streams) stream.end()
    this.#people.clear()
    this.#streams.clear()
  }

  #ask(user: string, person: Person): void {
    person.asked = true
    if (person.reading) return
    person.reading = true
    void this.#run(user, person)
  }

  /** Reads for one person, one read at a time, until no notification is left. */
  async #run(user: string, person: Person): Promise<void> {
    while (person.asked && person.streams.length > 0) {
      person.asked = false
      const ready = person.streams.filter(({ waiting, isOpen }) => !waiting && isOpen)
      for (const from of new Set(ready.map(({ number }) => number))) {
        try {
          const event = await this.#sources.read(user, from)
          const text = eventText(event)
          for (const stream of ready) if (stream.number === from) this.#send(stream, event, text)
        } catch (error) {
          // After a failed read the stream ends, so that its phone does not look live and reconnects.
          this.#sources.onError(error)
          for (const stream of ready.filter(({ number }) => number === from)) this.#end(stream)
        }
      }
    }
    // No `await` may separate this line from the last check of `asked`: a notification in between would be lost.
    person.reading = false
  }

  #send(stream: EventStream, event: ChatsEvent, text: string): void {
    if (!stream.isOpen) return
    stream.number = event.number
    // A removed chat changes only the count.
    if (event.chats.length === 0 && !event.full && stream.count === event.count) return
    stream.count = event.count
    stream.write(text, () => this.wake([stream.owner.user]))
  }
}

/** Milliseconds between two steps of the beat, so that each stream has one every 25 s. */
export const beatStep = 25_000 / parts
