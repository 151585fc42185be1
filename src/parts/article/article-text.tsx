import { useMemo } from 'react'
import { richArticle } from './rich-article.tsx'

const prose =
  'text-lg text-ink-2 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-l-4 [&_blockquote]:border-amber [&_blockquote]:py-1 [&_blockquote]:pl-4 [&_blockquote]:text-xl [&_blockquote]:text-ink [&_h2]:mt-8! [&_h2]:text-xl [&_h2]:font-bold [&_h2]:text-ink [&_h3]:mt-6! [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:font-semibold [&_h4]:text-ink [&_li+li]:mt-2 [&_li]:ml-5 [&_ol]:list-decimal [&_strong]:text-ink [&_ul]:list-disc [&>*+*]:mt-4'

/** The text of an article, as its readers see it and as its writer sees it before them. */
export function ArticleText({ html }: { html: string }) {
  const text = useMemo(() => richArticle(html), [html])
  return <div className={`mt-6 ${prose}`}>{text}</div>
}
