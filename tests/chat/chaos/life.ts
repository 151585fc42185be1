import type { Channel, LockApi } from '../../../src/local/platform/env.ts'

/** The life of a tab: external events wait while it is frozen, and never arrive after its death. */
export class Life {
  dead = false
  /** Resolves when the tab is killed. */
  readonly ended: Promise<void>
  private end: () => void = () => undefined
  readonly connections = new Set<IDBDatabase>()
  /** Aborts the requests of the tab. */
  readonly gone = new AbortController()
  private thawed: Promise<void> | undefined
  private go: () => void = () => undefined

  constructor() {
    this.ended = new Promise((done) => {
      this.end = done
    })
  }
  get frozen(): boolean {
    return this.thawed !== undefined
  }
  freeze(): void {
    this.thawed ??= new Promise((done) => {
      this.go = done
    })
  }
  thaw(): void {
    this.thawed = undefined
    this.go()
  }
  /** Resolves when the tab runs; never resolves for a dead tab. */
  async runs(): Promise<void> {
    while (this.thawed) await this.thawed
    if (this.dead) await new Promise(() => undefined)
  }
  async through<T>(work: Promise<T>): Promise<T> {
    const [came] = await Promise.allSettled([work])
    await this.runs()
    if (came.status === 'rejected') throw came.reason
    return came.value
  }
  /** Kills the tab at once: pending writes are lost. */
  kill(): void {
    this.dead = true
    this.thaw()
    this.gone.abort()
    this.end()
    for (const connection of this.connections) connection.close()
    this.connections.clear()
  }
  /** Returns the databases of the phone, as this tab reaches them. */
  databases(factory: IDBFactory): IDBFactory {
    return new Proxy(factory, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          // The request never gets a response.
          if (this.dead) return name === 'databases' ? new Promise(() => undefined) : {}
          const asked: unknown = Reflect.apply(value, target, given)
          if (name === 'open') {
            const request = asked as IDBOpenDBRequest
            request.addEventListener('success', () => {
              if (this.dead) request.result.close()
              else this.connections.add(request.result)
            })
          }
          return asked
        }
      },
    })
  }
}

interface Held {
  life: Life
  rob: (reason: unknown) => void
}
interface Waiting {
  life: Life
  take: () => void
}

/** Web Locks of one phone; the locks of a tab end with the tab. */
export class PhoneLocks {
  private readonly held = new Map<string, Held>()
  private readonly waiting = new Map<string, Waiting[]>()

  of(life: Life): LockApi {
    return {
      request: (name, { ifAvailable = false, steal = false }, work) =>
        new Promise((resolve, reject) => {
          if (life.dead) return
          const take = () => {
            const mine: Held = { life, rob: reject }
            this.held.set(name, mine)
            const end = () => {
              if (this.held.get(name) === mine) this.free(name)
            }
            void life
              .runs()
              .then(() => work({ name }))
              .then(
                (value) => {
                  end()
                  resolve(value)
                },
                (error: unknown) => {
                  end()
                  reject(error instanceof Error ? error : new Error(String(error)))
                },
              )
          }
          const holder = this.held.get(name)
          if (!holder) take()
          else if (steal) {
            this.held.delete(name)
            holder.rob(new DOMException('The lock was stolen', 'AbortError'))
            take()
          } else if (ifAvailable) resolve(life.runs().then(() => work(null)))
          else this.waiting.set(name, [...(this.waiting.get(name) ?? []), { life, take }])
        }),
    }
  }
  private free(name: string): void {
    this.held.delete(name)
    const [next, ...rest] = (this.waiting.get(name) ?? []).filter(({ life }) => !life.dead)
    this.waiting.set(name, rest)
    next?.take()
  }
  /** Releases the locks of a killed tab. */
  release(life: Life): void {
    for (const [name, { life: holder }] of this.held) if (holder === life) this.free(name)
  }
}

/** Broadcast channels of one phone; messages to a frozen tab arrive when it runs again. */
export class PhoneChannels {
  private readonly open = new Set<{ name: string; life: Life; channel: Channel }>()

  of(life: Life): (name: string) => Channel {
    return (name) => {
      const channel: Channel = {
        onmessage: null,
        postMessage: (given) => {
          if (life.dead) return
          const data: unknown = structuredClone(given)
          for (const other of this.open)
            if (other !== mine && other.name === name)
              void other.life.runs().then(() => other.channel.onmessage?.({ data }))
        },
        close: () => this.open.delete(mine),
      }
      const mine = { name, life, channel }
      this.open.add(mine)
      return channel
    }
  }
}
