import { blogLimits } from '#contract/blogs.ts'
import { cleanLine } from '#contract/parts.ts'
import { everyVideo, videoIdIn } from '../../blogs/videos-store.ts'
import { dropVideo, showVideo } from '../../admin/articles.ts'
import { Misused, operate, type Verb, verbOn, wordsOf } from './verb.ts'
import { adminMessages, dropMessage, releaseMessage } from '../../admin/messages.ts'

const onVideo = verbOn((_, word) => {
  const id = videoIdIn(word)
  if (id === undefined) throw new Misused(`"${word}" is no YouTube address and no id of 11 characters.`)
  return Promise.resolve({ id, address: id })
})
const missing = `A title of 1 to ${blogLimits.title} characters must follow.`

/** Verbs for videos below the articles, for an operator without a channel (R-BLOG-05). */
export const videoVerbs: readonly Verb[] = [
  onVideo(
    'add-video <YouTube address or id> "<title>"',
    'shows a video below the articles; the server fetches its picture while it runs',
    showVideo,
    ({ id, title }) => `Added ${id}: ${title}`,
    (words: readonly string[]) => ({
      title: wordsOf([cleanLine(words.join(' '))], blogLimits.title, missing),
    }),
  ),
  {
    usage: 'list-videos',
    does: 'every video, where it comes from and whether its picture is there',
    async run({ db }) {
      const all = await everyVideo(db)
      if (all.length === 0) return ['There are no videos.']
      return all.map(
        (v) =>
          `${v._id}  ${v.source.padEnd(8)}  ${(v.poster === '' ? 'no picture' : 'picture').padEnd(10)}  ${v.title}`,
      )
    },
  },
  onVideo(
    'remove-video <YouTube address or id>',
    "takes a video away; one of the channel comes back with the channel's next list",
    dropVideo,
    ({ id }) => `Removed ${id}.`,
  ),
]

/** Maximum entries of a list. */
const most = 200

/** Verbs for forms that were stored without their e-mails because they look like spam. */
export const heldVerbs: readonly Verb[] = [
  {
    usage: 'held',
    does: 'test drives, messages and wishes for a call that look like spam, the newest first',
    async run({ db }) {
      const { data } = await adminMessages(db, { kind: 'all', state: 'held', page: 1, limit: most })
      if (data.length === 0) return ['Nothing is held.']
      return data.map((m) => {
        const sender = m.kind === 'insurance' ? m.phone : `${m.fullname} <${m.email}>`
        return `${m._id}  ${m.created_at}  ${m.kind}  ${sender}  ${m.subject}${m.message && `: ${m.message}`}`
      })
    },
  },
  {
    usage: 'release <id>',
    does: 'lets one of them go: its e-mails leave, and the seller sees it',
    async run(deps, [id = '']) {
      const mails = await operate(deps, (o) => releaseMessage(o, { id }))
      if (mails > 0) return [`Released ${id}.`]
      return [`Released ${id}. Its e-mails are gone, as all that waited for 30 days: no e-mail tells of it.`]
    },
  },
  {
    usage: 'drop <id>',
    does: 'deletes one of them with its e-mails: it is spam',
    async run(deps, [id = '']) {
      await operate(deps, (o) => dropMessage(o, { id }))
      return [`Deleted ${id}.`]
    },
  },
]
