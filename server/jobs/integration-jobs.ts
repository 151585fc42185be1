import type { FastifyBaseLogger } from 'fastify'
import { refreshVideos } from '../blogs/videos/refresh-videos.ts'
import { forwardSubscribers } from '../enquiries/newsletter/forwarder.ts'
import type { Deps } from '../kernel/deps.ts'
import { mailingListOf } from '../integrations/mailing-list/mailing-list.ts'
import { videoPlatformOf } from '../integrations/videos/video-platform.ts'
import { repeat, type Repeated } from './repeat.ts'

/** Milliseconds after which somebody who confirmed is handed on. */
const forwarding = 5000
/** Milliseconds after which it is looked whether a list is due or a picture is missing. */
const watching = 30_000

/** Calls to external services at intervals: newsletter sign-ups, videos. */
export function startIntegrationJobs(deps: Deps, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Repeated[] {
  const saying = (words: string) => (error: unknown) => log.error(error, words)
  const list = mailingListOf(deps.config)
  const forward = (stopping: AbortSignal) =>
    list ? forwardSubscribers(deps, list, log, stopping) : Promise.resolve()
  const platform = videoPlatformOf(deps.config)
  const refresh = (stopping: AbortSignal) => refreshVideos(deps, platform, log, stopping)
  const videos = repeat(refresh, watching, saying('videos could not be refreshed'))
  void videos.now()
  return [repeat(forward, forwarding, saying('nobody could be handed on')), videos]
}
