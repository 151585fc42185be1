export { LatestBlogs } from './latest-blogs.tsx'

/** Each screen has a chunk of its own: the list does not need the article, and Home needs only the cards. */
export const loadBlog = async () => (await import('./blog-screen.tsx')).BlogScreen
export const loadArticle = async () => (await import('./article-screen.tsx')).ArticleScreen
