// The open event streams of this process. Promises that a stream is sent every change after its number once and in
// order: it is registered before the first read, and a person is read again as long as anything was said meanwhile.
import type { ServerResponse } from 'node:http'
import type { ChatsEvent } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'

interface StreamOwner {
  user: string
  session: string | undefined
  /** When a token ends that no session gave; undefined: when its session does. */
  ends: Date | undefined
}

/** The bytes of an event; the same for all streams of a person that are at the same number. */
const eventText = (event: ChatsEvent): string =>
  `id: ${event.number}\nevent: chats\ndata: ${JSON.stringify(event)}\n\n`

/** One open event stream: what it has been sent, and whether its reader keeps up. */
export class EventStream {
  readonly owner: StreamOwner
  /** The number the phone has; undefined until it was sent everything. */
  number: number | undefined
  /** The number of chats last sent to the phone; undefined before the first event. */
  count: number | undefined
  /** Bytes wait for the reader: nothing more is written until they are gone, so no more than one event ever waits. */
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

  /** Calls `onRoom` when bytes had to wait and are gone. */
  write(text: string, onRoom: () => void): void {
    if (this.#response.write(text)) return
    this.waiting = true
    this.#response.once('drain', () => {
      this.waiting = false
      this.#late = false
      onRoom()
    })
  }

  /** Shows the phone that the connection lives. False when the reader has taken nothing since the last beat. */
  beat(): boolean {
    if (this.waiting && this.#late) return false
    this.#late = this.waiting
    if (!this.waiting) this.write(':\n\n', () => undefined)
    return true
  }

  /** In order where that is possible: a reader that takes nothing would never see the end. */
  end(): void {
    if (this.waiting) this.#response.destroy()
    else this.#response.end()
  }
}

/** What the hub asks of the server. */
export interface HubSources {
  /** The changes of a person after a number; everything when there is none. */
  read: (user: string, from: number | undefined) => Promise<ChatsEvent>
  /** Those of these streams that may not go on, and the numbers their people are at; writes down who is there. */
  check: (streams: readonly EventStream[]) => Promise<{
    ended: ReadonlySet<EventStream>
    numbers: ReadonlyMap<string, number>
  }>
  onError: (error: unknown) => void
}

interface Person {
  streams: EventStream[]
  /** Something was said since the last read began. */
  asked: boolean
  reading: boolean
}

/** A beat is spread over so many parts of its time. */
const parts = 25

export class ChatHub {
  readonly #people = new Map<string, Person>()
  readonly #sources: HubSources
  /** Each open stream, and the part of the beat that is its own. */
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

  /** The oldest of too many streams of a person ends. */
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

  /** Something has changed for these people; undefined: for whom is not known. */
  wake(users: readonly string[] | undefined): void {
    for (const user of users ?? [...this.#people.keys()]) {
      const person = this.#people.get(user)
      if (person) this.#ask(user, person)
    }
  }

  /** One part of the streams gets its sign of life, and is asked whether it may go on. */
  async beat(): Promise<void> {
    this.#next = (this.#next + 1) % parts
    const streams = [...this.#streams].flatMap(([stream, part]) => (part === this.#next ? stream : []))
    if (streams.length === 0) return
    for (const stream of streams.filter((one) => !one.beat())) this.#end(stream)
    const left = streams.filter(({ isOpen }) => isOpen)
    try {
      const { ended, numbers } = await this.#sources.check(left)
      for (const stream of ended) this.#end(stream)
      // What another process said may have been lost with a connection.
      const behind = left.filter(
        ({ owner, number }) => number !== undefined && (numbers.get(owner.user) ?? 0) > number,
      )
      this.wake(behind.map(({ owner }) => owner.user))
    } catch (error) {
      // Asked again with the next beat.
      this.#sources.onError(error)
    }
  }

  /** A whole beat at once. */
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

  /** One read at a time, however much is said meanwhile. */
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
          // A stream that cannot be told what there is does not pretend to be live: its phone comes back.
          this.#sources.onError(error)
          for (const stream of ready.filter(({ number }) => number === from)) this.#end(stream)
        }
      }
    }
    // Without a pause after the last look at `asked`: what is said in one would be lost.
    person.reading = false
  }

  #send(stream: EventStream, event: ChatsEvent, text: string): void {
    if (!stream.isOpen) return
    stream.number = event.number
    // A chat that is gone changes the count alone.
    if (event.chats.length === 0 && !event.full && stream.count === event.count) return
    stream.count = event.count
    stream.write(text, () => this.wake([stream.owner.user]))
  }
}

/** Milliseconds between two steps of the beat, so that each stream has one every 25 s. */
export const beatStep = 25_000 / parts
