import { imageIdPattern } from '#contract/sync/uploads.ts'
import { uploadedUrl } from '#contract/values/pictures.ts'
import { ArticleText } from '#parts/article/article-text.tsx'
import { Picture } from '#parts/picture.tsx'
import { htmlOf } from './article-html.ts'

/** An article as its readers will see it: the title, the picture in its place, the words. */
export function ArticlePreview({
  typed: { title, text, image, blur },
}: {
  typed: Record<'title' | 'text' | 'image' | 'blur', string>
}) {
  const url = imageIdPattern.test(image) ? uploadedUrl(image) : image
  return (
    <section aria-label="Preview" className="min-w-0 rounded-card bg-surface p-5 shadow-e1">
      <p className="text-13 font-medium text-ink-3">As readers see it</p>
      <h2 className="mt-2 font-display text-3xl font-bold wrap-anywhere">{title || 'Title'}</h2>
      <div className="mt-4 overflow-hidden rounded-card">
        <Picture
          picture={image === '' ? undefined : { url, blur, alt: '' }}
          sizes="(min-width: 64rem) 36rem, 100vw"
          alt=""
        />
      </div>
      <ArticleText html={htmlOf(text)} />
    </section>
  )
}
