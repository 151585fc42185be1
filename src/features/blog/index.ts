export { LatestBlogs } from './latest-blogs.tsx'

/** The screens travel by themselves: a list needs no article, and Home some of the cards alone. */
export const loadBlog = async () => (await import('./blog-screen.tsx')).BlogScreen
export const loadArticle = async () => (await import('./article-screen.tsx')).ArticleScreen
