import { isVideoId } from '#contract/blogs.ts'

const hosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/

/** The id in whatever a person copies: an address of a video in any of YouTube's forms, or the id alone. */
export function videoIdIn(text: string): string | undefined {
  const given = text.trim()
  if (isVideoId(given)) return given
  const address = /^https?:/i.test(given) ? given : `https://${given}`
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  if (!hosts.test(hostname)) return undefined
  const [, first = '', second = ''] = pathname.split('/')
  const named =
    hostname === 'youtu.be' ? first : /^(?:shorts|embed|live|v)$/.test(first) ? second : searchParams.get('v')
  return named !== null && isVideoId(named) ? named : undefined
}
