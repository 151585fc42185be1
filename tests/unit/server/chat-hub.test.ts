import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { ChatsEvent } from '#contract/chat/conversation.ts'
import { EventStream } from '../../../server/chat/stream-hub.ts'
import { ChatHub } from '../../../server/chat/stream-hub.ts'

/** A connection whose reader accepts data only while the test lets it. */
class Line extends EventEmitter {
  written: string[] = []
  takes = true
  destroyed = false
  writableEnded = false
  write(text: string): boolean {
    this.written.push(text)
    return this.takes
  }
  end(): void {
    this.writableEnded = true
  }
  destroy(): void {
    this.destroyed = true
  }
  get events(): string[] {
    return this.written.filter((text) => text.startsWith('id:')).map((text) => text.split('\n')[0] ?? '')
  }
}

function setUp() {
  let number = 0
  let reads = 0
  let failing = false
  const waiting: (() => void)[] = []
  const errors: unknown[] = []
  const hub = new ChatHub({
    read: async (_, from): Promise<ChatsEvent> => {
      reads += 1
      const seen = number
      await new Promise<void>((done) => waiting.push(done))
      if (failing) throw new Error('away')
      return { number: seen, full: from === undefined, count: seen, chats: [] }
    },
    check: async () => ({ ended: new Set(), numbers: new Map([['ada', number]]) }),
    onError: (error) => errors.push(error),
  })
  const open = (from?: number) => {
    const line = new Line()
    const owner = { user: 'ada', session: undefined, ends: undefined }
    hub.open(new EventStream(line as unknown as ServerResponse, owner, from))
    return line
  }
  /** Waits until every pending read has ended, and every read that follows from it. */
  const settle = async () => {
    for (let n = 0; n < 20; n += 1) {
      for (const go of waiting.splice(0)) go()
      await Promise.resolve()
    }
  }
  return {
    hub,
    open,
    settle,
    errors,
    change: () => {
      number += 1
      hub.wake(['ada'])
    },
    fail: () => {
      failing = true
    },
    reads: () => reads,
  }
}

describe('The open streams of a server', () => {
  test('Read a person once during a running read and once more after it', async () => {
    const { open, change, settle, reads } = setUp()
    const lines = [open(), open()]
    await settle()
    const before = reads()
    for (let n = 0; n < 50; n += 1) change()
    expect(reads()).toBe(before + 1)
    await settle()
    expect(reads()).toBe(before + 2)
    for (const line of lines) expect(line.events.at(-1)).toBe('id: 50')
  })

  test('Keep at most one event for a slow reader and continue when it drains', async () => {
    const { open, change, settle } = setUp()
    const line = open()
    line.takes = false
    await settle()
    for (let n = 0; n < 50; n += 1) {
      change()
      await settle()
    }
    expect(line.events).toEqual(['id: 0'])
    line.takes = true
    line.emit('drain')
    await settle()
    expect(line.events).toEqual(['id: 0', 'id: 50'])
  })

  test('Cut a reader that has taken nothing between two signs of life', async () => {
    const { hub, open, settle } = setUp()
    const [slow, quick] = [open(), open()]
    slow.takes = false
    await settle()
    await hub.beatAll()
    expect(slow.destroyed).toBe(false)
    await hub.beatAll()
    expect([slow.destroyed, quick.destroyed, hub.size]).toEqual([true, false, 1])
    expect(quick.written.filter((text) => text === ':\n\n')).toHaveLength(2)
  })

  test('End when they cannot be read, so that their phones come back', async () => {
    const { hub, open, settle, fail, errors } = setUp()
    fail()
    const line = open()
    await settle()
    expect([line.writableEnded, hub.size, errors.length]).toEqual([true, 0, 1])
  })

  test('Take nobody after the end', async () => {
    const { hub, open } = setUp()
    const early = open()
    hub.close()
    const late = open()
    expect([early.writableEnded, late.writableEnded, hub.size]).toEqual([true, true, 0])
  })
})
