export { BlogScreen } from './blog-screen.tsx'
export { ArticleScreen } from './article-screen.tsx'
export { LatestBlogs } from './latest-blogs.tsx'
