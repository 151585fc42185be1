import type { FastifyRequest } from 'fastify'
import { headers } from '#contract/http.ts'

/** Milliseconds that somebody counts as one who has just written, and how many do at a time. */
const life = 2000
const most = 2000

/** Who has just written something, by device and by address: they must see what they did. */
export class Authors {
  readonly #until = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  note(request: FastifyRequest): void {
    for (const name of namesOf(request)) {
      this.#until.delete(name)
      this.#until.set(name, this.#now() + life)
    }
    for (const [name, until] of this.#until) {
      if (until >= this.#now() && this.#until.size <= most) return
      this.#until.delete(name)
    }
  }

  has(request: FastifyRequest): boolean {
    return namesOf(request).some((name) => (this.#until.get(name) ?? 0) >= this.#now())
  }
}

function namesOf(request: FastifyRequest): string[] {
  const device = request.headers[headers.device]
  const address = `ip:${request.ip}`
  return typeof device === 'string' && device.length <= 64 ? [address, `d:${device}`] : [address]
}
