import { blogRoutes, playerHost } from '#contract/blogs.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { hasChannel } from '../../integrations/videos/video-platform.ts'
import { hasOwnVideos, listVideos } from './videos-store.ts'

export function mountVideos(mount: Mount, { config }: Deps): void {
  mount(blogRoutes.listVideos, async ({ sql }) => ({
    success: true as const,
    msg: 'Success',
    data: await listVideos(sql, hasChannel(config)),
  }))
}

/** Hosts whose player a page may show: none where there are no videos. */
export async function playersOf({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<string[]> {
  return hasChannel(config) || (await hasOwnVideos(db)) ? [playerHost] : []
}
