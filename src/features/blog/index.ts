export { BlogScreen } from './blog-screen.tsx'
export { ArticleScreen } from './article-screen.tsx'
