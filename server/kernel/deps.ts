import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PictureFormat, pictureWidths } from '#contract/limits.ts'
import type { Config } from './config.ts'
import type { Db } from './db/sql.ts'

/** Key, width and format of one picture file. */
export interface WantedPicture {
  key: string
  width: (typeof pictureWidths)[number]
  format: PictureFormat
}

/** Pictures that are drawn on request instead of uploaded. */
export interface DrawnPictures {
  has(key: string): boolean
  get(wanted: WantedPicture): Promise<Buffer | undefined>
  /** Mounts the routes of the pictures below `/media`. */
  mount(app: FastifyInstance): void
}

/** Returns a function that creates one value per object, such as a server or a database, at the first request for it. */
export function onePer<Of extends object, T extends object>(make: (of: Of) => T): (of: Of) => T {
  const made = new WeakMap<Of, T>()
  return (of) => {
    const it = made.get(of) ?? make(of)
    made.set(of, it)
    return it
  }
}

/** Dependencies of the server; tests pass their own. */
export interface Deps {
  config: Config
  db: Db
  /** Returns the current time; the only source of time. */
  now: () => Date
  /** Returns a new id, a UUIDv7, so that newer rows sort later. */
  newId: () => string
  log?: FastifyBaseLogger | boolean
  /** Drawn pictures of demo cars; undefined without the demo. */
  drawn?: DrawnPictures | undefined
}
