import { type Blog, blogRoutes } from '#contract/blogs.ts'
import { type CarCard, type CarReply, carRoutes } from '#contract/cars.ts'
import { type BodyInputOf, basePath, type ReplyOf, type Route } from '#contract/http.ts'
import { pageSizes } from '#contract/limits.ts'
import { type DealerSummary, dealerRoutes } from '#contract/users/dealers.ts'

/** API responses with all data of the six public routes. */
export interface Answers {
  cars: CarCard[]
  newest: CarCard[]
  car: CarReply
  dealers: DealerSummary[]
  blogs: Blog[]
  blog: Blog
}

async function ask<R extends Route>(
  origin: string,
  route: R,
  o: { params?: Record<string, string>; body?: BodyInputOf<R> } = {},
): Promise<ReplyOf<R>> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(o.params?.[name] ?? ''))
  const reply = await fetch(`${origin}${basePath}${path}`, {
    method: route.method,
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(o.body ?? {}) }),
    headers: { 'content-type': 'application/json' },
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return (await reply.json()) as ReplyOf<R>
}

function first<T>(list: readonly T[], what: string): T {
  const [one] = list
  if (one === undefined) throw new Error(`The server has no ${what}.`)
  return one
}

export async function readAnswers(origin: string): Promise<Answers> {
  const cars = (await ask(origin, carRoutes.getCarList, { body: { limit: pageSizes.search } })).data
  const blogs = (await ask(origin, blogRoutes.listBlogs, { body: { limit: pageSizes.blogs } })).data
  const { slug } = first(blogs, 'article')
  const dealers = await ask(origin, dealerRoutes.getDealerList, { body: { limit: pageSizes.dealers } })
  return {
    cars,
    newest: cars.slice(0, pageSizes.home),
    car: await ask(origin, carRoutes.getSingleCar, { params: { slug: first(cars, 'car').slug } }),
    dealers: dealers.data,
    blogs,
    blog: (await ask(origin, blogRoutes.getBlogBySlug, { params: { slug } })).data,
  }
}
