import { adminArticleRoutes } from '#contract/admin/admin-articles.ts'
import { blogRoutes, noBlog } from '#contract/blogs.ts'
import { AppError } from '#contract/errors.ts'
import { publicBlog } from '../../blogs/blogs-routes.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { operatorOf } from '../audit.ts'
import { dropVideo, showVideo, writeArticle } from './article-actions.ts'
import { mountArticlePicture } from './article-picture.ts'
import { adminArticle, adminArticles, adminVideos } from './articles-store.ts'

const success = true as const

export function mountArticles(mount: Mount, deps: Deps): void {
  mount(adminArticleRoutes.adminListArticles, async ({ body, sql }) => ({
    success,
    msg: 'Success',
    ...(await adminArticles(sql, { ...body, now: deps.now() })),
  }))

  mount(adminArticleRoutes.adminGetArticle, async ({ params, sql }) => {
    const data = await adminArticle(sql, params.slug, deps.now())
    if (!data) throw new AppError('not_found', { msg: noBlog })
    return { success, msg: 'Success', data }
  })

  mountArticlePicture(mount, deps)

  mount(blogRoutes.saveBlog, async ({ body, user, sql }) => {
    const now = deps.now()
    const by = { ...operatorOf(user), id: user.id }
    const { slug, id, words } = await writeArticle(sql, deps, by, body)
    const { title, image, blur, description, updated_at, published_at } = words
    const data = publicBlog({ _id: id, title, slug, image, blur, description, updated_at }, now)
    const msg =
      published_at !== null && published_at > now ? 'The article is scheduled.' : 'The article has been saved'
    return { success, msg, data, published: published_at !== null }
  })

  mount(adminArticleRoutes.adminListVideos, async ({ sql }) => ({
    success,
    msg: 'Success',
    data: await adminVideos(sql),
  }))

  mount(adminArticleRoutes.addVideo, async ({ body, user, sql }) => {
    const id = await showVideo(sql, deps, operatorOf(user), body)
    return { success, msg: 'The video is below the articles.', id }
  })

  mount(adminArticleRoutes.removeVideo, async ({ body, user, sql }) => {
    await dropVideo(sql, deps, operatorOf(user), body)
    return { success, msg: 'The video is gone.' }
  })
}
