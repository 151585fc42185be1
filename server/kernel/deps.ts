import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PictureFormat, pictureWidths } from '#contract/limits.ts'
import type { Config } from './config.ts'
import type { Db } from './db/sql.ts'

/** One file of one picture. */
export interface WantedPicture {
  key: string
  width: (typeof pictureWidths)[number]
  format: PictureFormat
}

/** Pictures that nobody uploaded and that are drawn when a person asks for them. */
export interface DrawnPictures {
  /** Whether a key names one. */
  has(key: string): boolean
  /** The file, or undefined when there is no such picture. */
  get(wanted: WantedPicture): Promise<Buffer | undefined>
  /** Answers their addresses below `/media`. */
  mount(app: FastifyInstance): void
}

/** What belongs to one server, or to one database: made when it is first asked for. */
export function onePer<Of extends object, T extends object>(make: (of: Of) => T): (of: Of) => T {
  const made = new WeakMap<Of, T>()
  return (of) => {
    const it = made.get(of) ?? make(of)
    made.set(of, it)
    return it
  }
}

/** Everything the server is handed from outside; tests hand in their own. */
export interface Deps {
  config: Config
  db: Db
  /** The only source of time. */
  now: () => Date
  /** A new id: UUIDv7, so that newer rows sort later. */
  newId: () => string
  log?: FastifyBaseLogger | boolean
  /** Those of demo cars; a server without the demo has none. */
  drawn?: DrawnPictures | undefined
}
