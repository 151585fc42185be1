export const articleAddress = (slug: string): string => `/blog/${encodeURIComponent(slug)}`
