import type { LightMyRequestResponse } from 'fastify'
import type { User } from '#contract/users/users.ts'
import { carRoutes, type CarPage } from '#contract/cars.ts'
import { readListQuery, type ListQueryInput } from '#contract/list-query.ts'
import { basePath, type Route } from '#contract/http.ts'
import { mountList, type ListRouteOptions } from '../../server/cars/list/list-routes.ts'
import type { ListService } from '../../server/cars/list/list-service.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import { type Db, sqlForms, type Statement } from '../../server/kernel/db/sql.ts'
import type { Deps } from '../../server/kernel/deps.ts'

type App = Awaited<ReturnType<typeof baseApp>>['app']

/** The call of the car list only, with its internals accessible to tests. */
export interface Listing {
  app: App
  list: ListService
  /** Sends a query and checks the response against the contract. */
  ask: (body?: ListQueryInput, o?: { user?: User; headers?: Record<string, string> }) => Promise<CarPage>
  /** Sends a query with a raw body. */
  send: (body: string, type?: string) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

export const listUrl = basePath + carRoutes.getCarList.path

export async function listing(
  deps: Deps,
  o: Partial<ListRouteOptions> & { add?: (app: App) => void } = {},
): Promise<Listing> {
  const { app } = await baseApp(deps, { limits: false, checkReplies: true })
  const list = mountList(app, deps, { checkReplies: true, ...o })
  o.add?.(app)
  await app.ready()
  return {
    app,
    list,
    async ask(body = {}, { user, headers } = {}) {
      const token = user && { authorization: `Bearer ${await issueToken(user, deps, 3600)}` }
      const answer = await app.inject({
        method: 'POST',
        url: listUrl,
        headers: { ...token, ...headers },
        payload: body,
      })
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
      return answer.json<CarPage>()
    },
    send: (body, type = 'application/json') =>
      app.inject({ method: 'POST', url: listUrl, headers: { 'content-type': type }, payload: body }),
    close: () => app.close(),
  }
}

/** Resolves when the index is complete and answers queries. */
export async function warm({ list }: Listing): Promise<void> {
  while (!list.live.fresh) {
    await list.live.look()
    await new Promise((turn) => setTimeout(turn, 5))
  }
  await list.live.stocked
}

/** Returns a database whose statements a test can delay, forbid, or send to another database. */
export function ledDb(first: Db): {
  db: Db
  lead: { to: Db; before: (name: string) => Promise<unknown> | void }
} {
  const lead: { to: Db; before: (name: string) => Promise<unknown> | void } = {
    to: first,
    before: () => undefined,
  }
  const named = ({ name, text }: Statement) => lead.before(name ?? text)
  const asked: Pick<Db, 'rows' | 'row' | 'run'> = {
    rows: async (row, s) => {
      await named(s)
      return lead.to.rows(row, s)
    },
    row: async (row, s) => {
      await named(s)
      return lead.to.row(row, s)
    },
    run: (s) => lead.to.run(s),
  }
  const db: Db = {
    ...asked,
    ...sqlForms(asked),
    kind: first.kind,
    get writes() {
      return lead.to.writes
    },
    notify: (topic, payload) => lead.to.notify(topic, payload),
    listen: (topic, listener) => lead.to.listen(topic, listener),
    tx: (work) => lead.to.tx(work),
    close: () => lead.to.close(),
  }
  return { db, lead }
}

/** Returns the field names that the body of a call may have. */
export function fieldsOf(route: Route): string[] {
  if (route === carRoutes.getCarList) return Object.keys(readListQuery({}))
  return Object.keys(Object(route.body && 'shape' in route.body ? route.body.shape : {}))
}
