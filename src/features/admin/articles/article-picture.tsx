import { useState } from 'react'
import { adminArticleRoutes } from '#contract/admin/admin-articles.ts'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { pictureWords, sniffPicture, uploadLimits } from '#contract/sync/uploads.ts'
import { useFileCalls } from '#local/react'
import { buildFileForm, firstBytesOf } from '#parts/forms/picked-file.ts'
import { PictureChoice } from '#parts/forms/file-input.tsx'

/** Picture of an article: a URL, the id of an upload, or '' for none. */
interface ArticleImage {
  image: string
  blur: string
}
interface Props {
  image: string
  /** Error of the server about the picture when the article was saved. */
  error: string | undefined
  onChosen: (picture: ArticleImage) => void
  onBusy: (busy: boolean) => void
}

async function problemOf(file: File): Promise<string | undefined> {
  if (file.size === 0) return pictureWords.empty
  if (file.size > uploadLimits.bytes) return pictureWords.bytes
  try {
    const type = sniffPicture(await firstBytesOf(file))
    return type === undefined ? pictureWords.type : undefined
  } catch {
    // The file cannot be read: it was moved, or exists only in a cloud.
    return pictureWords.damaged
  }
}

/** Uploads the picture of an article as soon as it is chosen; readers see it once the article is saved. */
export function ArticlePicture({ image, error, onChosen, onBusy }: Props) {
  const files = useFileCalls(secondFactorRoutes.getSecondFactor)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(file: File) {
    onBusy(true)
    setSending(true)
    const wrong = await problemOf(file)
    const key = files.newKey()
    const result =
      wrong === undefined &&
      (await files.send(adminArticleRoutes.sendArticlePicture, {
        file: buildFileForm({ name: 'image', file }, {}, key),
        key,
      }))
    setSending(false)
    onBusy(false)
    if (result === false) setProblem(wrong)
    else if (result.ok) {
      setProblem(undefined)
      onChosen(result.body.data)
    } else setProblem(result.error.fields?.['image'] ?? result.error.message)
  }
  return (
    <PictureChoice
      label="Picture"
      accept="image/jpeg,image/png,image/webp"
      there={image !== ''}
      busy={sending}
      busyWords="Sending …"
      onFile={(file) => void send(file)}
      onRemove={() => {
        setProblem(undefined)
        onChosen({ image: '', blur: '' })
      }}
      problem={problem ?? error}
      hint="JPEG, PNG or WebP, up to 30 MB. Readers see it 4 to 3."
    />
  )
}
