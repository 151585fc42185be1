import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Deps } from '../../kernel/deps.ts'

/** Pages of one person, as far as their addresses are alike. */
const hidden = pages.filter(({ noIndex }) => noIndex).map(({ path }) => path.replace(/:.*$/, ''))

/** What search engines may read, and where the addresses are listed. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...[...new Set(['/api/', '/dev/', ...hidden])].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

export function mountRobots(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const text = robotsText(config.publicUrl)
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text),
  )
}
